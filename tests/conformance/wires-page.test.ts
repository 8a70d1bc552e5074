/** What docs/wires.md lists is what there is. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startCommand } from '@backlot/cli/commands/start'
import { WIRE_NAMES } from '@backlot/contract/wires/wires'
import { expect, it } from 'vitest'
import { SUBSCRIPTION_OPERATIONS } from '../../simulator/src/onvif/events/subscription-operations.ts'
import { ONVIF_SERVICES } from '../../simulator/src/onvif/onvif-services.ts'
import { ROOT } from './docs/read-pages.ts'

const PAGE = readFileSync(join(ROOT, 'docs/wires.md'), 'utf8')
/** What options of wires begin with. */
const BEGINNINGS = [
  ...WIRE_NAMES,
  ...['jt1078', 'rtmp', 'rtsp', 'onvif', 'gb28181', 'mqtt', 'modbus'],
  ...['camera', 'stream', 'discover', 'device'],
]

it('names every option of a wire, with its environment variable where that has another form', () => {
  const options = startCommand()
    .options.map(({ long }) => long!)
    .filter((long) => BEGINNINGS.some((one) => long.startsWith(`--${one}`)))
  expect(options.length).toBeGreaterThan(20)
  expect(options.filter((long) => !PAGE.includes(`\`${long}\``))).toEqual([])
  const further = [...PAGE.matchAll(/^\| (`--.*?) \| (`BACKLOT_.*?) \|/gm)]
  const asVariable = (text: string) => text.replace('--', 'BACKLOT_').replaceAll('-', '_').toUpperCase()
  for (const [, names = '', variables = ''] of further)
    expect(variables.split(', ')).toEqual(names.split(', ').map(asVariable))
})

it('lists the ONVIF operations that cameras answer', () => {
  const [, section = ''] = PAGE.split('### ONVIF: operations')
  const rows = [...section.split('\n## ')[0]!.matchAll(/^\| ([A-Za-z0-9 ]+) \| ([A-Za-z0-9, ]+) \|$/gm)]
    .slice(1)
    .map(([, , operations = '']) => operations.split(', '))
  const served = ONVIF_SERVICES.map(({ operations }) => Object.keys(operations))
  const subscription = Object.values(SUBSCRIPTION_OPERATIONS).flatMap((own) => Object.keys(own))
  const events = ONVIF_SERVICES.findIndex(({ prefix }) => prefix === 'tev')
  expect(rows).toEqual(served.toSpliced(events + 1, 0, subscription))
})
