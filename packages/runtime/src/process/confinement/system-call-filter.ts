/**
 * The system calls that confined processes cannot use, as the program that the kernel runs for each call (classic BPF): what reaches
 * other processes, the kernel's keys, its less tested parts, and Unix sockets, which no file system keeps apart. Calls of other
 * architectures end the process, because their numbers mean something else.
 */

/** How a call is refused. */
type Refusal = 'EPERM' | 'ENOSYS';

interface Numbers {
  /** AUDIT_ARCH of the kernel. */
  readonly audit: number;
  /** The first number of another set of calls (x32), which no program needs. */
  readonly foreign?: number;
  readonly socket: number;
  readonly clone: number;
  readonly unshare: number;
  readonly ioctl: number;
  readonly prctl: number;
  readonly refused: Readonly<Record<string, number>>;
}

/** Since Linux 5.1, new calls have the same number everywhere. */
const newer: Readonly<Record<string, number>> = {
  ...{ io_uring_setup: 425, io_uring_enter: 426, io_uring_register: 427, open_tree: 428, move_mount: 429 },
  ...{ fsopen: 430, fsconfig: 431, fsmount: 432, fspick: 433, clone3: 435, pidfd_getfd: 438, mount_setattr: 442 },
  ...{ quotactl_fd: 443, open_tree_attr: 467 },
};

const architectures: Partial<Record<NodeJS.Architecture, Numbers>> = {
  x64: {
    ...{ audit: 0xc000003e, foreign: 0x40000000, socket: 41, clone: 56, unshare: 272, ioctl: 16, prctl: 157 },
    refused: {
      ...newer,
      ...{ ptrace: 101, syslog: 103, uselib: 134, pivot_root: 155, chroot: 161, acct: 163, settimeofday: 164 },
      ...{ mount: 165, umount2: 166, swapon: 167, swapoff: 168, reboot: 169, iopl: 172, ioperm: 173 },
      ...{ create_module: 174, init_module: 175, delete_module: 176, quotactl: 179, nfsservctl: 180 },
      ...{ lookup_dcookie: 212, clock_settime: 227, kexec_load: 246, add_key: 248, request_key: 249, keyctl: 250 },
      ...{ perf_event_open: 298, fanotify_init: 300, open_by_handle_at: 304, setns: 308, process_vm_readv: 310 },
      ...{ process_vm_writev: 311, kcmp: 312, finit_module: 313, kexec_file_load: 320, bpf: 321, userfaultfd: 323 },
    },
  },
  arm64: {
    ...{ audit: 0xc00000b7, socket: 198, clone: 220, unshare: 97, ioctl: 29, prctl: 167 },
    refused: {
      ...newer,
      ...{ lookup_dcookie: 18, umount2: 39, mount: 40, pivot_root: 41, nfsservctl: 42, chroot: 51, quotactl: 60 },
      ...{ acct: 89, kexec_load: 104, init_module: 105, delete_module: 106, clock_settime: 112, syslog: 116 },
      ...{ ptrace: 117, reboot: 142, settimeofday: 170, add_key: 217, request_key: 218, keyctl: 219, swapon: 224 },
      ...{ swapoff: 225, perf_event_open: 241, fanotify_init: 262, open_by_handle_at: 265, setns: 268 },
      ...{ process_vm_readv: 270, process_vm_writev: 271, kcmp: 272, finit_module: 273, bpf: 280 },
      ...{ userfaultfd: 282, kexec_file_load: 294 },
    },
  },
};

/** Libraries try these and go on without them if the kernel does not know them. */
const unknownInside: readonly string[] = ['clone3', 'io_uring_setup', 'io_uring_enter', 'io_uring_register'];

const errors = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97, ECONNREFUSED: 111 } as const;

/** The flags that make namespaces. CLONE_NEWTIME is only one for `unshare`; for `clone` it is a part of the signal. */
const anyNamespace = 0x7e020000;
const timeNamespace = 0x80;

const families = { unix: 1, inet: 2, inet6: 10, netlink: 16 } as const;
const rawTypes: readonly number[] = [3, 10];
/** Types a line into the terminal, or selects from it. */
const terminalInput: readonly number[] = [0x5412, 0x541c];

export interface FilterChoice {
  readonly arch: NodeJS.Architecture;
  /** Whether Unix sockets can be made. Pairs of them always can, since they have no name. */
  readonly allowsUnixSockets: boolean;
}

/** Undefined: not known for this architecture. */
export function systemCallFilter({ arch, allowsUnixSockets }: FilterChoice): Buffer | undefined {
  const numbers = architectures[arch];
  if (numbers === undefined) return undefined;
  const { audit, foreign, refused } = numbers;
  const program = [
    load(4),
    ...unless(audit, [end(killed)]),
    load(0),
    ...(foreign === undefined ? [] : [jump(atLeast, foreign, 0, 1), end(refusal('ENOSYS'))]),
    ...Object.entries(refused).flatMap(([name, number]) =>
      when(number, [end(refusal(unknownInside.includes(name) ? 'ENOSYS' : 'EPERM'))]),
    ),
    ...when(numbers.clone, [load(argument(0)), ...whenAny(anyNamespace, 'EPERM'), end(allowed)]),
    ...when(numbers.unshare, [load(argument(0)), ...whenAny(anyNamespace | timeNamespace, 'EPERM'), end(allowed)]),
    ...when(numbers.ioctl, [
      load(argument(1)),
      ...terminalInput.flatMap((request) => when(request, [end(refusal('EPERM'))])),
      end(allowed),
    ]),
    ...when(numbers.socket, socketRules(allowsUnixSockets)),
    end(allowed),
  ];
  return Buffer.concat(program);
}

/** The number of `prctl`, which puts the filter in place. */
export function prctlNumber(arch: NodeJS.Architecture): number | undefined {
  return architectures[arch]?.prctl;
}

/** All families but these are refused, raw sockets too, and of netlink all but routes, which list the addresses. */
function socketRules(allowsUnixSockets: boolean): readonly Buffer[] {
  const notRaw = [
    load(argument(1)),
    and(0xf),
    ...rawTypes.flatMap((type) => when(type, [end(refusal('EPERM'))])),
    end(allowed),
  ];
  return [
    load(argument(0)),
    ...when(families.inet, notRaw),
    ...when(families.inet6, notRaw),
    ...when(families.netlink, [load(argument(2)), ...when(0, [end(allowed)]), end(refusal('EPERM'))]),
    // What programs expect where nobody listens: they go on without it.
    ...when(families.unix, [end(allowsUnixSockets ? allowed : refusal('ECONNREFUSED'))]),
    end(refusal('EAFNOSUPPORT')),
  ];
}

const allowed = 0x7fff0000;
const killed = 0x80000000;

function refusal(error: keyof typeof errors | Refusal): number {
  return 0x00050000 | errors[error];
}

// One instruction is `u16 code, u8 if true, u8 if false, u32 operand`. Both architectures are little-endian.
const [loadWord, andWith, returns, equal, atLeast, anyBit] = [0x20, 0x54, 0x06, 0x15, 0x35, 0x45];

function instruction(code: number, operand: number, ifTrue = 0, ifFalse = 0): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifTrue, 2);
  bytes.writeUInt8(ifFalse, 3);
  bytes.writeUInt32LE(operand >>> 0, 4);
  return bytes;
}

/** 0: the number of the call, 4: the architecture. */
function load(offset: number): Buffer {
  return instruction(loadWord, offset);
}

/** The lower half: all that the kernel looks at in these. */
function argument(nth: number): number {
  return 16 + 8 * nth;
}

function and(mask: number): Buffer {
  return instruction(andWith, mask);
}

function end(answer: number): Buffer {
  return instruction(returns, answer);
}

function jump(code: number, operand: number, ifTrue: number, ifFalse: number): Buffer {
  return instruction(code, operand, ifTrue, ifFalse);
}

function when(value: number, then: readonly Buffer[]): readonly Buffer[] {
  return [jump(equal, value, 0, then.length), ...then];
}

function unless(value: number, then: readonly Buffer[]): readonly Buffer[] {
  return [jump(equal, value, then.length, 0), ...then];
}

function whenAny(mask: number, error: Refusal): readonly Buffer[] {
  return [jump(anyBit, mask, 0, 1), end(refusal(error))];
}
