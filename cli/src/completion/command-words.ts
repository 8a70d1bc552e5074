import type { Command } from 'commander'

/** A place in the command line with the words that may be written there. */
export type CommandWords = {
  /** 'backlot storm alarms'. */
  path: string
  commands: { name: string; description: string }[]
  options: { flag: string; description: string; takesValue: boolean }[]
}

/** Every place of a program, the root first. */
export function commandWords(command: Command, before: readonly string[] = []): CommandWords[] {
  const path = [...before, command.name()]
  const commands = command.commands.filter((child) => child.name() !== 'help')
  const isRoot = before.length === 0
  return [
    {
      path: path.join(' '),
      commands: commands.map((child) => ({ name: child.name(), description: child.description() })),
      options: [
        ...command.options.map((option) => ({
          flag: option.long ?? option.short ?? '',
          description: option.description,
          takesValue: option.required || option.optional,
        })),
        { flag: '--help', description: 'show help', takesValue: false },
      ].filter(({ flag }) => !isRoot || flag !== ''),
    },
    ...commands.flatMap((child) => commandWords(child, path)),
  ]
}
