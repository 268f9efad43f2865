/**
 * What a confined process finds in a home folder. Hidden by default (`hidden-in-home.ts`) is everything but tools, caches and a few settings;
 * credentials inside those are hidden, start files cannot be changed, and package caches have private writes. The lists were compared with those of `@anthropic-ai/sandbox-runtime` (which denies writing to start files and
 * leaves reading to its user) and of Codex (which denies writing and allows reading).
 */
import { join } from 'node:path';
import type { Placeholder } from './draw-masks.ts';

/** Files and folders, relative to the home folder. They cannot be read, whatever is opened around them, unless they are opened themselves. */
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
  // In folders of tools and caches.
  ...[
    '.julia/servers',
    '.rye/credentials',
    '.sbt/.credentials',
    '.ivy2/.credentials',
    '.cabal/config',
    '.stack/upload',
  ],
  ...['.coursier/credentials', '.local/share/uv/credentials', '.platformio/appstate.json', '.conan/.conan.db'],
  ...['.conan2/credentials.json', '.luarocks/upload_config.lua', '.pub-cache/credentials.json', '.dotnet/corefx'],
  ...[
    '.local/share/cargo/credentials',
    '.local/share/cargo/credentials.toml',
    '.gem/credentials.yml',
    '.mise/credentials',
  ],
  ...['.cache/mozilla', '.cache/google-chrome', '.cache/chromium', '.cache/BraveSoftware', '.cache/microsoft-edge'],
  ...['.cache/thunderbird', '.cache/keybase', '.cache/evolution', '.cache/gcloud', '.cache/gh'],
  // Engines that run commands for anyone who can reach their socket.
  ...['.colima', '.lima', '.rd', '.orbstack', '.local/share/containers/podman', '.podman'],
];

/**
 * Run by a shell, a login, git or an editor. Read-only, even if the workspace is the home folder. What is not there cannot be made: a
 * placeholder means the same as nothing, which takes a line where an empty file would not.
 */
const startFiles: Readonly<Record<string, Placeholder>> = {
  ...plainly(['.bashrc', '.bash_logout', '.bash_aliases', '.profile', '.zshrc', '.zshenv', '.zprofile', '.zlogin']),
  ...plainly(['.zlogout', '.kshrc', '.cshrc', '.login', '.xprofile', '.xsessionrc', '.pam_environment', '.gitconfig']),
  ...plainly(['.gitattributes', '.ripgreprc', '.editrc', '.gdbinit']),
  '.bash_profile': {
    text: 'if [ -r ~/.bash_login ]; then . ~/.bash_login; elif [ -r ~/.profile ]; then . ~/.profile; fi\n',
  },
  '.bash_login': { text: '[ ! -r ~/.profile ] || . ~/.profile\n' },
  '.tcshrc': { text: 'if ( -r ~/.cshrc ) source ~/.cshrc\n' },
  '.xinitrc': { text: '. /etc/X11/xinit/xinitrc\n' },
  '.vimrc': { text: 'source $VIMRUNTIME/defaults.vim\n' },
  '.emacs': { text: '(load (expand-file-name "init" user-emacs-directory) t t)\n' },
  '.inputrc': { text: '$include /etc/inputrc\n' },
  '.tmux.conf': { text: 'source-file -q ~/.config/tmux/tmux.conf\n' },
  '.mcp.json': { text: '{ "mcpServers": {} }\n' },
  ...asFolders(['.config/fish', '.config/nushell', '.config/environment.d', '.config/autostart', '.config/systemd']),
  ...asFolders(['.config/git', '.local/share/applications', '.local/share/systemd', '.vim', '.config/nvim']),
  ...asFolders(['.emacs.d', '.config/emacs', '.config/tmux', '.local/bin', 'bin', '.vscode', '.idea', '.config/Code']),
  ...asFolders(['Library/LaunchAgents']),
};

function plainly(names: readonly string[]): Readonly<Record<string, Placeholder>> {
  return Object.fromEntries(names.map((name) => [name, { text: '' }]));
}

function asFolders(names: readonly string[]): Readonly<Record<string, Placeholder>> {
  return Object.fromEntries(names.map((name) => [name, 'folder']));
}

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

/** Tools with what they need, and settings that tools read. Readable; everything else in the home folder is hidden. */
const tools: readonly string[] = [
  // Settings without credentials.
  ...['.gitconfig', '.config/git', '.gitignore', '.gitignore_global', '.gitattributes', '.gitmessage', '.mailmap'],
  ...['.tool-versions', '.node-version', '.nvmrc', '.python-version', '.ruby-version', '.java-version', '.go-version'],
  ...[
    '.asdfrc',
    '.config/mise',
    '.mise.toml',
    '.editorconfig',
    '.ripgreprc',
    '.config/ripgrep',
    '.ignore',
    '.rgignore',
  ],
  ...['.fdignore', '.config/fd', '.rustfmt.toml', '.config/rustfmt', '.clang-format', '.clang-tidy', '.prettierrc'],
  ...[
    '.pylintrc',
    '.flake8',
    '.config/ruff',
    '.inputrc',
    '.terminfo',
    '.config/fontconfig',
    '.fonts',
    '.local/share/fonts',
  ],
  ...['.config/go', '.config/locale.conf', '.config/user-dirs.dirs', '.local/share/terminfo', '.local/share/man'],
  // Looked for in every folder above a project; a hidden one would end the tool.
  ...['package.json', 'node_modules', 'tsconfig.json', 'jsconfig.json', '.eslintrc', '.eslintrc.json', '.eslintrc.js'],
  ...['.eslintignore', '.prettierrc.json', '.prettierignore', '.babelrc', '.browserslistrc', '.stylelintrc', '.swcrc'],
  ...['pnpm-workspace.yaml', 'lerna.json', 'turbo.json', 'nx.json', 'biome.json', 'deno.json', 'bun.lock', 'yarn.lock'],
  ...['pyproject.toml', 'setup.cfg', 'tox.ini', 'ruff.toml', '.ruff.toml', 'mypy.ini', '.mypy.ini', 'pytest.ini'],
  ...['Cargo.toml', 'Cargo.lock', 'rust-toolchain', 'rust-toolchain.toml', 'rustfmt.toml', 'go.mod', 'go.work'],
  ...['pom.xml', 'settings.gradle', 'Gemfile', 'composer.json', 'CMakeLists.txt', 'Makefile', '.golangci.yml'],
  // JavaScript.
  ...['.nvm', '.fnm', '.local/share/fnm', '.local/state/fnm_multishells', '.volta', '.n', '.nodenv', '.npm-global'],
  ...['.npm-packages', '.electron', '.local/state/pnpm', '.bun', '.config/nvm', '.local/share/nvm', '.local/share/npm'],
  // Python.
  ...[
    '.pyenv',
    '.local/share/pipx',
    '.local/pipx',
    '.local/share/virtualenvs',
    '.virtualenvs',
    '.venv',
    '.rye',
    '.pixi',
  ],
  ...['.conda', 'miniconda3', 'anaconda3', 'miniforge3', 'mambaforge', 'micromamba', '.local/share/mamba'],
  ...['.local/share/pypoetry', '.local/share/hatch', '.local/share/pdm', 'miniconda', 'anaconda'],
  // Go, Rust, C.
  ...['go', '.go', '.goenv', 'sdk', '.gvm', '.local/share/go', '.local/share/cargo', '.local/share/rustup', '.sccache'],
  ...['.conan', '.conan2', '.vcpkg', '.platformio', '.espressif', '.swiftpm', '.swiftly', '.zvm', '.local/share/zig'],
  // Ruby, JVM, .NET, PHP, and others.
  ...['.rbenv', '.rvm', '.local/share/gem', '.asdf', '.local/share/mise', '.local/share/rtx', '.proto', '.sdkman'],
  ...[
    '.jenv',
    '.jabba',
    '.coursier',
    '.local/share/coursier',
    '.konan',
    '.jbang',
    '.phpenv',
    '.kerl',
    '.ghcup',
    '.elan',
  ],
  ...[
    '.julia',
    '.juliaup',
    '.nimble',
    '.choosenim',
    '.luarocks',
    '.cpan',
    '.cpanm',
    'perl5',
    '.plenv',
    '.perlbrew',
    'R',
  ],
  ...['flutter', '.flutter', '.local/share/flutter', 'Android/Sdk', 'Library/Android/sdk', 'Library/Python'],
  ...['Library/pnpm', 'Library/Application Support/fnm', 'Library/Java'],
  // Of all kinds.
  ...['.local/bin', 'bin', '.local/lib', '.local/lib64', '.local/libexec', '.local/include', '.local/opt'],
  ...['.linuxbrew', '.nix-profile', '.nix-defexpr', '.local/state/nix/profiles', '.guix-profile'],
];

/** Variables that say where a tool is. */
export const toolVariables: readonly string[] = [
  ...[
    'NVM_DIR',
    'FNM_DIR',
    'VOLTA_HOME',
    'N_PREFIX',
    'NODENV_ROOT',
    'npm_config_prefix',
    'npm_config_cache',
    'PNPM_HOME',
  ],
  ...[
    'BUN_INSTALL',
    'DENO_DIR',
    'DENO_INSTALL',
    'PYENV_ROOT',
    'VIRTUAL_ENV',
    'CONDA_PREFIX',
    'PIPX_HOME',
    'UV_CACHE_DIR',
  ],
  ...[
    'UV_TOOL_DIR',
    'UV_PYTHON_INSTALL_DIR',
    'POETRY_HOME',
    'PIP_CACHE_DIR',
    'CARGO_HOME',
    'RUSTUP_HOME',
    'GOPATH',
    'GOROOT',
  ],
  ...['GOMODCACHE', 'GOCACHE', 'RBENV_ROOT', 'GEM_HOME', 'ASDF_DIR', 'ASDF_DATA_DIR', 'MISE_DATA_DIR', 'SDKMAN_DIR'],
  ...['JAVA_HOME', 'M2_HOME', 'MAVEN_HOME', 'GRADLE_HOME', 'GRADLE_USER_HOME', 'ANDROID_HOME', 'ANDROID_SDK_ROOT'],
  ...['DOTNET_ROOT', 'NUGET_PACKAGES', 'GHCUP_INSTALL_BASE_PREFIX', 'JULIA_DEPOT_PATH', 'PLAYWRIGHT_BROWSERS_PATH'],
  ...['CCACHE_DIR', 'SCCACHE_DIR', 'HOMEBREW_PREFIX', 'FLUTTER_ROOT', 'PUB_CACHE', 'COMPOSER_HOME', 'VCPKG_ROOT'],
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
export const cachePaths: (home: string) => readonly string[] = under(caches);
export const toolPaths: (home: string) => readonly string[] = under([...tools, ...caches]);

export function startPaths(home: string): readonly { readonly path: string; readonly missing: Placeholder }[] {
  return Object.entries(startFiles).map(([name, missing]) => ({ path: join(home, name), missing }));
}
