/** Completion scripts for shells. Where nothing is offered, the shell completes file names. */
export type Shell = 'bash' | 'zsh' | 'fish';

// A colon and an equals sign end a word in bash, and model names contain them: the part that bash keeps is removed again.
const bash = `_interlock() {
  local IFS=$'\\n' line="\${COMP_LINE:0:COMP_POINT}" cur prev kept
  local -a words=()
  IFS=$' \\t' read -r -a words <<< "$line"
  case "$line" in *[[:space:]]) words+=("") ;; esac
  cur="\${words[\${#words[@]}-1]}"
  COMPREPLY=($(interlock __complete -- "\${words[@]:1}" 2>/dev/null))
  kept="\${cur%"\${COMP_WORDS[COMP_CWORD]}"}"
  [[ "\${COMP_WORDS[COMP_CWORD]}" == [:=] ]] && kept="$cur"
  COMPREPLY=("\${COMPREPLY[@]#"$kept"}")
}
complete -o default -F _interlock interlock
`;

// It can be sourced, or put into a folder of `fpath`: then the file itself is the function and is called for the first word at once.
const zsh = `#compdef interlock
_interlock() {
  local -a found
  found=("\${(@f)$(interlock __complete -- "\${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
  if (( \${#found} )) && [[ -n "\${found[1]}" ]]; then compadd -V interlock -- "\${found[@]}"; else _files; fi
}
if [[ "$funcstack[1]" == _interlock ]]; then
  _interlock "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _interlock interlock
fi
`;

// The program is called once for each Tab, and its order is kept.
const fish = `function __interlock_candidates
  set -l typed (commandline -opc)
  set -l found (interlock __complete -- $typed[2..-1] (commandline -ct) 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c interlock -f -k -a '(__interlock_candidates)'
`;

export const shellScripts: Readonly<Record<Shell, string>> = { bash, zsh, fish };
