import { execFileSync, spawnSync } from 'node:child_process'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { createProgram } from '../program.ts'
import { commandWords } from './command-words.ts'
import { completionScript, SHELLS } from './scripts.ts'

const places = commandWords(await createProgram())

test('every command of the program is completed, with its options', async () => {
  const count = (command: Command): number => 1 + command.commands.reduce((sum, one) => sum + count(one), 0)
  expect(places).toHaveLength(count(await createProgram()))
  const storm = places.find(({ path }) => path === 'backlot storm')
  expect(storm?.commands.map(({ name }) => name)).toContain('alarms')
  const alarms = places.find(({ path }) => path === 'backlot storm alarms')
  expect(alarms?.options.map(({ flag }) => flag)).toEqual(
    expect.arrayContaining(['--rate', '--for', '--json', '--help']),
  )
})

test('bash completes commands and options where they belong', () => {
  const complete = (...words: string[]) =>
    execFileSync('bash', [
      '-c',
      `${completionScript('bash', places)}
       COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _backlot; echo "\${COMPREPLY[@]}"`,
      'bash',
      ...words,
    ])
      .toString()
      .trim()
      .split(' ')
  expect(complete('backlot', 'sto')).toEqual(['storm'])
  expect(complete('backlot', 'storm', 'al')).toEqual(['alarms'])
  expect(complete('backlot', 'storm', 'alarms', '--rate', '5', '--ty')).toEqual(['--types'])
  expect(complete('backlot', 'doctor', '--j')).toEqual(['--json'])
})

test('quotes in a description do not break a script', () => {
  const program = new Command('backlot').addCommand(
    new Command('odd').description("it's $(false) `odd`: 'very'").option('--it <x>', "what's it"),
  )
  for (const shell of SHELLS) {
    const script = completionScript(shell, commandWords(program))
    expect(script).toContain('odd')
    // A shell that is not on this machine is not asked.
    const checked = spawnSync(shell, ['-n'], { input: script })
    if (checked.error === undefined) expect(checked.status, `${shell}: ${checked.stderr}`).toBe(0)
  }
})
