import { controlRaiseAlarm } from '@backlot/contract/control/calls'
import { Command } from 'commander'
import { controlCall } from '../control-client.ts'
import { type ControlOptions, print, targetOf, withControl } from '../output.ts'
import { numberOf } from '../parse-number.ts'

type RaiseOptions = ControlOptions & { type: string; channel: string }

/** Single alarms. */
export function alarmCommand(): Command {
  const alarm = new Command('alarm').description('raise a single alarm')
  withControl(
    alarm.command('raise').argument('<sn>', 'serial number of the device').description('raise an alarm'),
  )
    .requiredOption('--type <type>', "'type-subType' or 'type': IoAlarm-SOS")
    .option('--channel <n>', 'channel of the device', '0')
    .addHelpText(
      'after',
      '\nExample:\n  $ backlot alarm raise 34010000001320000001 --type AiAlarm-Intruder --channel 1',
    )
    .action(async (sn: string, options: RaiseOptions) => {
      const [type = '', ...rest] = options.type.split('-')
      const chnId = numberOf('--channel', options.channel, { min: 0, max: 65_535, whole: true })
      const body = { sn, chnId, type, subType: rest.join('-') }
      const raised = await controlCall(targetOf(options), controlRaiseAlarm, { body })
      print(options, raised, () => [
        `Alarm ${raised.id} raised (sequence ${raised.alarmSeq}, cursor ${raised.cursor}).`,
      ])
    })
  return alarm
}
