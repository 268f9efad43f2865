/**
 * What a confined process finds in a home folder: credentials it cannot read, start files it cannot change, package caches with
 * private writes. The lists were compared with those of `@anthropic-ai/sandbox-runtime` (which denies writing to start files and
 * leaves reading to its user) and of Codex (which denies writing and allows reading).
 */
import { join } from 'node:path';

/** Files and folders, relative to the home folder. They cannot be read. */
const secrets: readonly string[] = [
  // Keys and passwords of the system and its agents.
  ...['.ssh', '.gnupg', '.pgpass', '.my.cnf', '.netrc', '_netrc', '.password-store', '.local/share/keyrings'],
  ...['.local/share/kwalletd', '.config/op', '.1password', '.config/Bitwarden CLI', '.config/keybase', '.vault-token'],
  ...['Library/Keychains', 'Library/Cookies'],
  // Source hosts and registries.
  ...[
    '.git-credentials',
    '.config/git/credentials',
    '.config/gh',
    '.config/hub',
    '.config/glab-cli',
    '.npmrc',
    '.yarnrc',
  ],
  ...['.yarnrc.yml', '.pypirc', '.config/pip', '.pip/pip.conf', '.cargo/credentials', '.cargo/credentials.toml'],
  ...['.gem/credentials', '.m2/settings.xml', '.m2/settings-security.xml', '.gradle/gradle.properties', '.nuget/NuGet'],
  ...['.config/composer/auth.json', '.composer/auth.json', '.config/containers/auth.json', '.config/huggingface'],
  ...['.cache/huggingface/token', '.cache/huggingface/stored_tokens', '.huggingface', '.bundle/config', '.hex'],
  // Clouds and clusters.
  ...['.aws', '.azure', '.config/gcloud', '.config/doctl', '.oci', '.kube', '.docker', '.terraform.d', '.terraformrc'],
  ...[
    '.config/heroku',
    '.fly',
    '.config/netlify',
    '.config/vercel',
    '.local/share/com.vercel.cli',
    '.wrangler',
    '.s3cfg',
  ],
  ...['.config/.wrangler', '.config/rclone', '.boto', '.databrickscfg', '.snowflake', '.pulumi/credentials.json'],
  ...['.config/stripe', '.config/sops', '.config/age', '.minikube', '.config/configstore', '.ngrok2', '.config/ngrok'],
  // Agents and their conversations.
  ...['.claude', '.claude.json', '.codex', '.gemini', '.config/anthropic', '.config/openai', '.config/github-copilot'],
  ...[
    '.config/opencode',
    '.local/share/opencode',
    '.qwen',
    '.kimi',
    '.aider.conf.yml',
    '.cursor',
    '.continue',
    '.crush',
  ],
  // Browsers and input histories.
  ...[
    '.mozilla',
    '.config/google-chrome',
    '.config/chromium',
    '.config/BraveSoftware',
    '.config/microsoft-edge',
    '.thunderbird',
  ],
  ...[
    'Library/Application Support/Google/Chrome',
    'Library/Application Support/Firefox',
    '.bash_history',
    '.zsh_history',
  ],
  ...['.local/share/fish/fish_history', '.psql_history', '.python_history', '.node_repl_history', '.mysql_history'],
  // Engines that run commands for anyone who can reach their socket.
  ...['.colima', '.lima', '.rd', '.orbstack', '.local/share/containers/podman', '.podman'],
];

/** Run by a shell, a login or git. Read-only, even if the workspace is the home folder. */
const startFiles: readonly string[] = [
  ...[
    '.bashrc',
    '.bash_profile',
    '.bash_login',
    '.bash_logout',
    '.bash_aliases',
    '.profile',
    '.zshrc',
    '.zshenv',
    '.zprofile',
  ],
  ...[
    '.zlogin',
    '.zlogout',
    '.kshrc',
    '.cshrc',
    '.tcshrc',
    '.login',
    '.xprofile',
    '.xinitrc',
    '.xsessionrc',
    '.pam_environment',
  ],
  ...[
    '.config/fish',
    '.config/nushell',
    '.config/environment.d',
    '.config/autostart',
    '.config/systemd',
    '.config/git',
  ],
  ...[
    '.local/share/applications',
    '.local/share/systemd',
    '.gitconfig',
    '.gitattributes',
    '.ripgreprc',
    '.vimrc',
    '.vim',
  ],
  ...[
    '.config/nvim',
    '.emacs',
    '.emacs.d',
    '.config/emacs',
    '.inputrc',
    '.tmux.conf',
    '.config/tmux',
    '.editrc',
    '.gdbinit',
  ],
  ...['.local/bin', 'bin', '.vscode', '.idea', '.config/Code', '.mcp.json', 'Library/LaunchAgents'],
];

/** Package caches: what processes inside write to them is discarded when the session ends. */
const caches: readonly string[] = [
  ...[
    '.npm',
    '.cache',
    '.cargo',
    '.rustup',
    '.yarn',
    '.pnpm-store',
    '.local/share/pnpm',
    '.bun/install/cache',
    '.deno',
  ],
  ...[
    '.node-gyp',
    '.electron-gyp',
    'go/pkg',
    '.gradle',
    '.m2',
    '.ivy2',
    '.sbt',
    '.nuget/packages',
    '.local/share/NuGet',
  ],
  ...['.pub-cache', '.composer', '.gem', '.bundle', '.mix', '.stack', '.cabal', '.opam', '.pyenv/shims', '.conda/pkgs'],
  ...['.local/share/virtualenv', '.local/share/uv', '.ccache', '.dotnet'],
  ...['Library/Caches'],
];

/** Outside the home folder; relevant when running as root. */
export const systemSecrets: readonly string[] = [
  ...[
    '/etc/shadow',
    '/etc/gshadow',
    '/etc/shadow-',
    '/etc/gshadow-',
    '/etc/sudoers',
    '/etc/sudoers.d',
    '/etc/ssl/private',
  ],
  ...[
    '/etc/kubernetes',
    '/etc/rancher',
    '/var/lib/kubelet',
    '/var/lib/docker',
    '/etc/docker',
    '/nix/var/nix/daemon-socket',
  ],
];

const under =
  (names: readonly string[]) =>
  (home: string): readonly string[] =>
    names.map((name) => join(home, name));

export const secretPaths: (home: string) => readonly string[] = under(secrets);
export const startPaths: (home: string) => readonly string[] = under(startFiles);
export const cachePaths: (home: string) => readonly string[] = under(caches);
