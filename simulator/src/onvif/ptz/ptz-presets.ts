/** Presets and the home position (ONVIF PTZ, 5.5). The token of a preset is its number. */
import { LIMITS } from '@backlot/contract/limits'
import { badValue, FAULTS, soapFault } from '../../wire/onvif/soap-fault.ts'
import { element, pieces } from '../../wire/onvif/write-xml.ts'
import { textAt } from '../../wire/onvif/xml-node.ts'
import type { Answer, ServiceCall } from '../service-call.ts'
import { done, steerable } from './steerable.ts'

/** Clients count from 1. */
const FIRST = Math.max(1, LIMITS.presetMin)
const NAME_MOST = 32

export function getPresets(call: ServiceCall): Answer {
  const at = steerable(call)
  if ('subcodes' in at) return at
  return pieces(
    ...at.ptz
      .presetsOf(...at.of)
      .map(({ index, name }) => element('tptz:Preset', [element('tt:Name', name)], { token: index })),
  )
}

export async function setPreset(call: ServiceCall): Promise<Answer> {
  const at = steerable(call)
  if ('subcodes' in at) return at
  const name = textAt(call.input, 'PresetName')
  if (name !== undefined && (name.length > NAME_MOST || /\p{Cc}/u.test(name)))
    return badValue('ter:InvalidPresetName', 'The name is too long or has control characters')
  const token = textAt(call.input, 'PresetToken')
  const presets = at.ptz.presetsOf(...at.of)
  const index = token === undefined ? freeIndex(presets) : readIndex(token)
  if (index === undefined)
    return token === undefined
      ? soapFault('Receiver', ['ter:Action', 'ter:TooManyPresets'], 'There is no room for a preset')
      : FAULTS.noToken
  if (presets.some((one) => one.name === name && one.index !== index))
    return badValue('ter:PresetExist', 'Another preset has the name')
  return done(at.ptz.setPreset(...at.of, index, name), element('tptz:PresetToken', index))
}

function freeIndex(presets: readonly { index: number }[]): number | undefined {
  const taken = new Set(presets.map(({ index }) => index))
  for (let index = FIRST; index <= LIMITS.presetMax; index++) if (!taken.has(index)) return index
  return undefined
}

function readIndex(token: string): number | undefined {
  const index = /^\d{1,3}$/.test(token) ? Number(token) : undefined
  return index !== undefined && index >= LIMITS.presetMin && index <= LIMITS.presetMax ? index : undefined
}

/** An operation on a preset that is set. */
const onPreset =
  (name: 'removePreset' | 'gotoPreset') =>
  async (call: ServiceCall): Promise<Answer> => {
    const at = steerable(call)
    if ('subcodes' in at) return at
    const index = readIndex(textAt(call.input, 'PresetToken') ?? '')
    if (index === undefined || !at.ptz.presetsOf(...at.of).some((one) => one.index === index))
      return FAULTS.noToken
    return done(at.ptz[name](...at.of, index))
  }
export const removePreset = onPreset('removePreset')
export const gotoPreset = onPreset('gotoPreset')

const home =
  (name: 'gotoHome' | 'setHome') =>
  async (call: ServiceCall): Promise<Answer> => {
    const at = steerable(call)
    return 'subcodes' in at ? at : done(at.ptz[name](...at.of))
  }
export const gotoHomePosition = home('gotoHome')
export const setHomePosition = home('setHome')
