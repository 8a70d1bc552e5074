import type { Command } from 'commander'

/** Ends a command's help with examples of it. */
export function withExamples(command: Command, ...lines: readonly string[]): Command {
  const head = lines.length === 1 ? 'Example:' : 'Examples:'
  return command.addHelpText('after', ['', head, ...lines.map((line) => `  $ ${line}`)].join('\n'))
}
