import type { CommandWords } from './command-words.ts'

/** Completion scripts for shells, written out from the commands that there are. */

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

export function completionScript(shell: Shell, places: readonly CommandWords[]): string {
  return { bash, zsh, fish }[shell](places)
}

const quoted = (text: string) => `'${text.replace(/'/g, "'\\''")}'`
/** The paths below the root: words that may follow to get deeper. */
const deeper = (places: readonly CommandWords[]) =>
  places
    .slice(1)
    .map(({ path }) => quoted(path))
    .join('|')

function bash(places: readonly CommandWords[]): string {
  const cases = places.map(({ path, commands, options }) => {
    const words = [...commands.map(({ name }) => name), ...options.map(({ flag }) => flag)]
    return `    ${quoted(path)}) words=${quoted(words.join(' '))} ;;`
  })
  return `# backlot completion for bash: source <(backlot completion bash)
_backlot() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path='backlot' words='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path \${COMP_WORDS[i]}" in
      ${deeper(places)}) path="$path \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _backlot backlot
`
}

function zsh(places: readonly CommandWords[]): string {
  const described = (name: string, description: string) =>
    quoted(`${name.replace(/:/g, '\\:')}:${description.replace(/:/g, '\\:')}`)
  const cases = places.map(({ path, commands, options }) => {
    const lines = [
      ...commands.map(({ name, description }) => described(name, description)),
      ...options.map(({ flag, description }) => described(flag, description)),
    ]
    return `    ${quoted(path)}) words_here=(\n      ${lines.join('\n      ')}\n    ) ;;`
  })
  return `#compdef backlot
# backlot completion for zsh: source <(backlot completion zsh)
_backlot() {
  local at='backlot' word
  local -a words_here
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      ${deeper(places)}) at="$at $word" ;;
    esac
  done
  case "$at" in
${cases.join('\n')}
  esac
  _describe 'backlot' words_here || _files
}
compdef _backlot backlot
`
}

function fish(places: readonly CommandWords[]): string {
  const lines = places.flatMap(({ path, commands, options }) => {
    const at = `__backlot_at ${quoted(path)}`
    return [
      ...commands.map(
        ({ name, description }) =>
          `complete -c backlot -f -n ${quoted(at)} -a ${quoted(name)} -d ${quoted(description)}`,
      ),
      ...options.map(
        ({ flag, description, takesValue }) =>
          `complete -c backlot -n ${quoted(at)} -l ${quoted(flag.replace(/^-+/, ''))}${takesValue ? ' -r' : ''} -d ${quoted(description)}`,
      ),
    ]
  })
  return `# backlot completion for fish: backlot completion fish | source
function __backlot_at
  set -l at backlot
  for word in (commandline -opc)[2..-1]
    switch "$at $word"
      case ${places
        .slice(1)
        .map(({ path }) => quoted(path))
        .join(' ')}
        set at "$at $word"
    end
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`
}
