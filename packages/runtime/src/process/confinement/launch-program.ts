/**
 * What perl does for the sandbox, because nothing else that every system has can: it closes the descriptors that this program has
 * inherited and would pass on, and puts the filter of system calls in place. Where there is no perl, the sandbox says so.
 */
import type { Invocation } from './boundary.ts';

/** All but the first five: input, output, errors, the channel of a tool's process, and the report of `init-script.ts`. */
const closeInherited =
  'opendir D,"/proc/self/fd" or die "no /proc/self/fd\\n";@n=grep{/^\\d+$/&&$_>4&&$_!=fileno D}readdir D;closedir D;for(@n){open X,"<&=$_" and close X}';

/** Inside, as the last step before the command: `hex` is the filter. */
export function filteredCommand(perl: string, hex: string, prctl: number): readonly string[] {
  // PR_SET_SECCOMP with SECCOMP_MODE_FILTER; `struct sock_fprog` is a length and a pointer.
  const program = `${closeInherited};$f=pack "H*",shift;$p=pack "S x6 P",length($f)/8,$f;syscall(${prctl},22,2,$p)==0 or die "no filter: $!\\n";exec{$ARGV[0]}@ARGV or die "$ARGV[0]: $!\\n"`;
  return [perl, '-e', program, hex];
}

/** Bubblewrap reads the filter from a descriptor. */
export function withFilter(
  { file, args }: Invocation,
  filter: string | undefined,
  perl: string | undefined,
): Invocation {
  if (perl !== undefined) {
    const open =
      '$^F=9999;$f=shift;@s=();if($f ne ""){open F,"<",$f or die "bwrap: $f: $!\\n";@s=("--seccomp",fileno F)}';
    const program = `${closeInherited};${open};$b=shift;exec{$b}$b,@s,@ARGV or die "bwrap: $b: $!\\n"`;
    return { file: perl, args: ['-e', program, filter ?? '', file, ...args] };
  }
  if (filter === undefined) return { file, args };
  const script = 'exec 9< "$0"; file=$1; shift; exec "$file" --seccomp 9 "$@"';
  return { file: '/bin/sh', args: ['-c', script, filter, file, ...args] };
}
