/** PTZCmd of GB/T 28181 (annex A.3): eight bytes as sixteen hex digits. */

export type PtzMotion = {
  kind: 'move'
  pan: -1 | 0 | 1
  tilt: -1 | 0 | 1
  zoom: -1 | 0 | 1
  /** 0–255; they mean something only when their axis moves. */
  panSpeed: number
  tiltSpeed: number
  /** 0–15. */
  zoomSpeed: number
}
/** focus 1 is far, −1 near; iris 1 opens, −1 closes. Speeds 0–255. */
export type PtzLens = {
  kind: 'lens'
  focus: -1 | 0 | 1
  iris: -1 | 0 | 1
  focusSpeed: number
  irisSpeed: number
}
export type PtzPreset = { kind: 'preset'; action: 'set' | 'call' | 'delete'; preset: number }
/** Tours (84–88), scans (89, 8A) and auxiliary switches (8C, 8D), by their numbers. */
export type PtzOther = { kind: 'other'; command: number; first: number; second: number; high: number }
export type PtzAction = PtzMotion | PtzLens | PtzPreset | PtzOther
/** `address` is that of the camera's decoder, 0–4095; 1 is usual. */
export type PtzCommand = { address: number; action: PtzAction }

export type PtzProblem = {
  code: 'length' | 'hex' | 'start' | 'check' | 'checksum' | 'conflict' | 'command'
  /** Byte at which it went wrong. */
  offset: number
  message: string
}
export type DecodedPtz = { ok: true; value: PtzCommand } | { ok: false; problem: PtzProblem }

const START = 0xa5
const LENGTH = 8
const PRESETS = { 129: 'set', 130: 'call', 131: 'delete' } as const
/** Codes of tours (A.3.5): presets join and leave, speed, stay, start. */
export const TOUR = { add: 0x84, remove: 0x85, speed: 0x86, stay: 0x87, start: 0x88 } as const
const OTHERS: readonly number[] = [...Object.values(TOUR), 0x89, 0x8a, 0x8c, 0x8d]

const hex = (byte: number) => byte.toString(16).toUpperCase().padStart(2, '0')
const bad = (code: PtzProblem['code'], offset: number, message: string): DecodedPtz => ({
  ok: false,
  problem: { code, offset, message },
})

/** Reads a command; blanks around it are allowed, letters of either case. */
export function decodePtzCommand(text: string): DecodedPtz {
  const digits = text.trim()
  if (digits.length !== LENGTH * 2) return bad('length', 0, `${digits.length} digits, not ${LENGTH * 2}`)
  const wrong = digits.search(/[^0-9a-fA-F]/)
  if (wrong >= 0) return bad('hex', wrong >> 1, `'${digits[wrong]}' is no hex digit`)
  const bytes = Array.from({ length: LENGTH }, (_, i) => Number.parseInt(digits.slice(i * 2, i * 2 + 2), 16))
  const [start, version, low, command, first, second, last, sum] = bytes as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (start !== START) return bad('start', 0, `it begins with ${hex(start)}, not A5`)
  const check = (0xa + 0x5 + (version >> 4)) % 16
  if ((version & 15) !== check) return bad('check', 1, `check digit ${hex(version & 15)}, not ${hex(check)}`)
  const expected = sumOf(bytes)
  if (sum !== expected) return bad('checksum', 7, `checksum ${hex(sum)}, not ${hex(expected)}`)
  const address = low | ((last & 15) << 8)
  const action = actionOf(command, first, second, last >> 4)
  if (typeof action === 'string') return bad(action, 3, `command ${hex(command)}`)
  return { ok: true, value: { address, action } }
}

/** Sixteen upper-case hex digits. Throws a RangeError when a value does not fit. */
export function encodePtzCommand({ address, action }: PtzCommand): string {
  const [command, first, second, high] = bytesOf(action)
  for (const value of [first, second]) {
    if (!(Number.isInteger(value) && value >= 0 && value <= 255)) throw new RangeError(`${value} is no byte`)
  }
  if (!(Number.isInteger(high) && high >= 0 && high <= 15)) throw new RangeError(`${high} is past four bits`)
  if (!(Number.isInteger(address) && address >= 0 && address <= 4095))
    throw new RangeError('address past 4095')
  const bytes = [START, 0x0f, address & 255, command, first, second, (high << 4) | (address >> 8)]
  return [...bytes, sumOf(bytes)].map(hex).join('')
}

const sumOf = (bytes: readonly number[]) => bytes.slice(0, 7).reduce((sum, byte) => sum + byte, 0) & 255

function actionOf(
  command: number,
  first: number,
  second: number,
  high: number,
): PtzAction | 'conflict' | 'command' {
  const axis = (plus: number, minus: number): -1 | 0 | 1 => (command & plus ? 1 : command & minus ? -1 : 0)
  const both = (...pairs: readonly number[]) => pairs.some((pair) => (command & pair) === pair)
  if (command < 0x40) {
    if (both(0x03, 0x0c, 0x30)) return 'conflict'
    return {
      kind: 'move',
      pan: axis(0x01, 0x02),
      tilt: axis(0x08, 0x04),
      zoom: axis(0x10, 0x20),
      panSpeed: first,
      tiltSpeed: second,
      zoomSpeed: high,
    }
  }
  if (command < 0x50) {
    if (both(0x03, 0x0c)) return 'conflict'
    return {
      kind: 'lens',
      focus: axis(0x01, 0x02),
      iris: axis(0x04, 0x08),
      focusSpeed: first,
      irisSpeed: second,
    }
  }
  if (command === 129 || command === 130 || command === 131) {
    return { kind: 'preset', action: PRESETS[command], preset: second }
  }
  if (!OTHERS.includes(command)) return 'command'
  return { kind: 'other', command, first, second, high }
}

function bytesOf(action: PtzAction): [command: number, first: number, second: number, high: number] {
  const bit = (value: -1 | 0 | 1, plus: number, minus: number) => (value > 0 ? plus : value < 0 ? minus : 0)
  switch (action.kind) {
    case 'move': {
      const command =
        bit(action.pan, 0x01, 0x02) | bit(action.tilt, 0x08, 0x04) | bit(action.zoom, 0x10, 0x20)
      return [command, action.panSpeed, action.tiltSpeed, action.zoomSpeed]
    }
    case 'lens': {
      const command = 0x40 | bit(action.focus, 0x01, 0x02) | bit(action.iris, 0x04, 0x08)
      return [command, action.focusSpeed, action.irisSpeed, 0]
    }
    case 'preset': {
      const command = action.action === 'set' ? 129 : action.action === 'call' ? 130 : 131
      return [command, 0, action.preset, 0]
    }
    case 'other':
      return [action.command, action.first, action.second, action.high]
  }
}
