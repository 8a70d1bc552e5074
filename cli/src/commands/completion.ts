import { Command } from 'commander'
import { commandWords } from '../completion/command-words.ts'
import { completionScript, SHELLS } from '../completion/scripts.ts'
import { UserError } from '../user-error.ts'

/** Prints the completion of the program that it is part of. */
export function completionCommand(program: Command): Command {
  return new Command('completion')
    .argument('<shell>', SHELLS.join(', '))
    .description('print a script that completes commands and options in your shell')
    .addHelpText(
      'after',
      `
Examples:
  $ source <(backlot completion bash)          # in ~/.bashrc
  $ source <(backlot completion zsh)           # in ~/.zshrc
  $ backlot completion fish | source           # in config.fish`,
    )
    .action((name: string) => {
      const shell = SHELLS.find((known) => known === name)
      if (!shell) throw new UserError(`'${name}' is not a supported shell: ${SHELLS.join(', ')}.`)
      process.stdout.write(completionScript(shell, commandWords(program)))
    })
}
