import { controlDevices, controlSetDevice } from '@backlot/contract/control/calls'
import {
  controlPressSos,
  controlPublishKey,
  controlRemoveDevice,
  controlSetDeviceValue,
} from '@backlot/contract/control/device-calls'
import { DEVICE_KINDS } from '@backlot/contract/devices/kinds'
import { Command } from 'commander'
import { controlCall } from '../control-client.ts'
import { withExamples } from '../examples.ts'
import { type ControlOptions, print, targetOf, withControl } from '../output.ts'
import { numberOf } from '../parse-number.ts'
import { spanOf } from '../spans.ts'
import { UserError } from '../user-error.ts'

type ListOptions = ControlOptions & { kind?: string; limit: string }

/** Single devices: look at them, take them offline, press their button, set their values. */
export function deviceCommand(): Command {
  const device = new Command('device').description('list devices and act on one')
  withControl(device.command('ls').description('list devices with position and state'))
    .option('--kind <kind>', `${DEVICE_KINDS.join(', ')}, or one of a kind file`)
    .option('--limit <n>', 'maximum number', '50')
    .addHelpText('after', '\nExample:\n  $ backlot device ls --kind vehicle --limit 10')
    .action(async (options: ListOptions) => {
      const limit = numberOf('--limit', options.limit, { min: 1, max: 100_000, whole: true })
      const query = { limit, ...(options.kind ? { kind: options.kind } : {}) }
      const { list } = await controlCall(targetOf(options), controlDevices, { query })
      print(options, list, () =>
        list.map(
          (one) =>
            `${one.sn.padEnd(22)} ${one.kind.padEnd(16)} ${one.online ? 'online ' : 'offline'} ${one.longitude.toFixed(5)},${one.latitude.toFixed(5)}  ${one.name}`,
        ),
      )
    })
  for (const [name, state, said] of STATES) {
    const command = withControl(device.command(name).argument('<sn>').description(said))
    const example = `backlot device ${name} 34010000001320000001`
    if (name === 'online') withExamples(command, example)
    else {
      command.option('--channel <n>', 'only this channel of the device')
      withExamples(command, example, `${example} --channel 2`)
    }
    command.action(async (sn: string, options: ControlOptions & { channel?: string }) => {
      const { channel } = options
      const chnId =
        channel === undefined
          ? undefined
          : numberOf('--channel', channel, { min: 1, max: 65_535, whole: true })
      const order = { sn, state, ...(chnId === undefined ? {} : { chnId }) }
      await controlCall(targetOf(options), controlSetDevice, { body: order })
      print(options, order, () => [`${sn}${chnId === undefined ? '' : ` channel ${chnId}`}: ${state}.`])
    })
  }
  withControl(device.command('sos').argument('<sn>').description('press the SOS button'))
    .option('--for <duration>', 'how long the SOS call lasts', '2m')
    .addHelpText('after', '\nExample:\n  $ backlot device sos 13500000001 --for 30s')
    .action(async (sn: string, options: ControlOptions & { for: string }) => {
      const forMs = spanOf('--for', options.for, { minMs: 1000, maxMs: 3_600_000, said: 'from 1s to 1h' })
      await controlCall(targetOf(options), controlPressSos, { body: { sn, forMs } })
      print(options, { sn, forMs }, () => [`${sn}: SOS pressed.`])
    })
  withControl(device.command('set').argument('<sn>').argument('<name=value...>'))
    .description('set values: realtimeSeconds, reportSeconds, topSpeedKmh, output1, output2')
    .addHelpText('after', '\nExample:\n  $ backlot device set 13500000001 reportSeconds=5 topSpeedKmh=60')
    .action(async (sn: string, pairs: string[], options: ControlOptions) => {
      const values = pairs.map(pairOf)
      for (const { setting, value } of values) {
        await controlCall(targetOf(options), controlSetDeviceValue, { body: { sn, setting, value } })
      }
      print(options, { sn, values }, () =>
        values.map(({ setting, value }) => `${sn}: ${setting} = ${value}.`),
      )
    })
  withControl(device.command('rm').alias('remove').argument('<sn...>'))
    .description('remove discovered devices with all their stored data')
    .addHelpText(
      'after',
      '\nA device that is still connected comes back as a new one. Simulated devices are removed with their fleet.\n\nExample:\n  $ backlot device rm 013912345678',
    )
    .action(async (sns: string[], options: ControlOptions) => {
      for (const sn of sns) await controlCall(targetOf(options), controlRemoveDevice, { body: { sn } })
      print(options, { removed: sns }, () => sns.map((sn) => `${sn}: removed.`))
    })
  withControl(device.command('key').argument('<sn>'))
    .option('--channel <n>', 'channel of the device', '1')
    .description('show where a real camera or ffmpeg can publish in place of the device')
    .addHelpText(
      'after',
      '\nExample:\n  $ ffmpeg -re -i video.mp4 -c copy -f flv "$(backlot device key 34010000001320000001)"',
    )
    .action(async (sn: string, options: ControlOptions & { channel: string }) => {
      const chnId = numberOf('--channel', options.channel, { min: 0, max: 65_535, whole: true })
      const answer = await controlCall(targetOf(options), controlPublishKey, { body: { sn, chnId } })
      print(options, answer, () => [answer.url])
    })
  return device
}

const STATES = [
  ['offline', 'offline', 'force a device offline until it is released'],
  ['online', 'online', 'force a device online until it is released'],
  ['release', 'auto', 'return a device to its own connectivity'],
] as const

function pairOf(text: string): { setting: string; value: number } {
  const [setting = '', digits = ''] = text.split('=')
  const value = digits.trim() === '' ? Number.NaN : Number(digits)
  if (setting === '' || Number.isNaN(value)) throw new UserError(`'${text}': write name=number.`)
  return { setting, value }
}
