/** What a shell has to be told. Where nothing is offered it completes file names, as it does for all else. */
export type Shell = 'bash' | 'zsh' | 'fish';

// A colon ends a word in bash, and models have them: the part before it, which bash keeps, is taken off again.
const bash = `_interlock() {
  local IFS=$'\\n' line="\${COMP_LINE:0:COMP_POINT}" cur prev kept
  local -a words=()
  IFS=$' \\t' read -r -a words <<< "$line"
  case "$line" in *[[:space:]]) words+=("") ;; esac
  cur="\${words[\${#words[@]}-1]}"
  COMPREPLY=($(interlock __complete -- "\${words[@]:1}" 2>/dev/null))
  kept="\${cur%"\${COMP_WORDS[COMP_CWORD]}"}"
  [[ "\${COMP_WORDS[COMP_CWORD]}" == ":" ]] && kept="$cur"
  COMPREPLY=("\${COMPREPLY[@]#"$kept"}")
}
complete -o default -F _interlock interlock
`;

const zsh = `#compdef interlock
_interlock() {
  local -a found
  found=("\${(@f)$(interlock __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if (( \${#found} )) && [[ -n "\${found[1]}" ]]; then compadd -- "\${found[@]}"; else _files; fi
}
compdef _interlock interlock
`;

const fish = `function __interlock_candidates
  set -l typed (commandline -opc)
  interlock __complete -- $typed[2..-1] (commandline -ct) 2>/dev/null
end
complete -c interlock -f -n 'count (__interlock_candidates) > /dev/null' -a '(__interlock_candidates)'
`;

export const shellScripts: Readonly<Record<Shell, string>> = { bash, zsh, fish };
