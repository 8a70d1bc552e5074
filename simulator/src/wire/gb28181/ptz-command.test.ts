import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodePtzCommand, encodePtzCommand, type PtzAction } from './ptz-command.ts'

type Vector = {
  hex: string
  note: string
  valid: boolean
  decoded: Record<string, unknown> & { pan?: number; tilt?: number; preset?: string; presetNo?: number }
}
const VECTORS = JSON.parse(
  readFileSync(new URL('../../../../fixtures/wire/gb28181-ptz.json', import.meta.url), 'utf8'),
) as Vector[]

describe('PTZCmd', () => {
  it.each(VECTORS.filter(({ valid }) => valid))('reads $hex: $note', ({ hex, decoded }) => {
    const result = decodePtzCommand(hex)
    if (!result.ok) throw new Error(result.problem.message)
    const { action, address } = result.value
    expect(address).toBe(1)
    if (action.kind === 'preset') {
      expect({ call: 'goto', set: 'set', delete: 'delete' }[action.action]).toBe(decoded.preset)
      expect(action.preset).toBe(decoded.presetNo)
    } else {
      if (action.kind !== 'move') throw new Error(action.kind)
      expect(action.pan).toBe(decoded['right'] ? 1 : decoded['left'] ? -1 : 0)
      expect(action.tilt).toBe(decoded['up'] ? 1 : decoded['down'] ? -1 : 0)
      expect(action.zoom).toBe(decoded['zoomIn'] ? 1 : decoded['zoomOut'] ? -1 : 0)
      expect([action.panSpeed, action.tiltSpeed]).toEqual([decoded.pan, decoded.tilt])
      expect(action.zoomSpeed).toBe(decoded['zoomSpeed'])
    }
    expect(encodePtzCommand(result.value)).toBe(hex)
  })
  it.each(VECTORS.filter(({ valid }) => !valid))('refuses $hex: $note', ({ hex }) => {
    expect(decodePtzCommand(hex).ok).toBe(false)
  })
  it.each([
    ['A50F0103000000B8', 'conflict'],
    ['B50F0100000000C5', 'start'],
    ['A5000100000000A6', 'check'],
    ['A50F0100000000BG', 'hex'],
    ['A50F01A000000055', 'command'],
  ])('refuses %s for its %s', (hex, code) => {
    expect(decodePtzCommand(hex)).toMatchObject({ ok: false, problem: { code } })
  })
  it('reads lower case and lens commands', () => {
    expect(decodePtzCommand('a50f0141400000 36'.replace(' ', ''))).toMatchObject({
      ok: true,
      value: { action: { kind: 'lens', focus: 1, iris: 0, focusSpeed: 64 } },
    })
  })
  it('what is written is read back', () => {
    const sign = fc.constantFrom<-1 | 0 | 1>(-1, 0, 1)
    const byte = fc.integer({ min: 0, max: 255 })
    const action: fc.Arbitrary<PtzAction> = fc.oneof(
      fc.record({
        kind: fc.constant('move' as const),
        pan: sign,
        tilt: sign,
        zoom: sign,
        panSpeed: byte,
        tiltSpeed: byte,
        zoomSpeed: fc.integer({ min: 0, max: 15 }),
      }),
      fc.record({
        kind: fc.constant('lens' as const),
        focus: sign,
        iris: sign,
        focusSpeed: byte,
        irisSpeed: byte,
      }),
      fc.record({
        kind: fc.constant('preset' as const),
        action: fc.constantFrom('set' as const, 'call' as const, 'delete' as const),
        preset: byte,
      }),
    )
    fc.assert(
      fc.property(action, fc.integer({ min: 0, max: 4095 }), (given, address) => {
        const read = decodePtzCommand(encodePtzCommand({ address, action: given }))
        expect(read).toEqual({ ok: true, value: { address, action: given } })
      }),
      { seed: 9 },
    )
  })
  it('any text is a command or a typed problem', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), (text) => typeof decodePtzCommand(text).ok === 'boolean'),
    )
  })
})
