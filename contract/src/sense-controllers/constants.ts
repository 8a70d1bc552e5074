/** Kinds of sensors (ctrlType, assumed numbers). */
export const SENSOR_KINDS = ['air', 'gas', 'weather', 'water', 'other'] as const

export const BAUD_RATES = [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200] as const
export const CONTROLLER_LIMITS = {
  own: 200,
  quantities: 16,
  perLine: 32,
  numberMin: 3,
  textMin: 1,
  textMax: 32,
} as const

/** Stated rule of characters: digits, letters, underscore; with spaces, @ and # where it is a text for people. */
export const CONTROLLER_NUMBER = /^[A-Za-z0-9_]+$/
export const CONTROLLER_TEXT = /^[\p{L}\p{N}_ @#]+$/u

/** How a sensor answered a script. */
export const PROBE_RESULTS = ['answered', 'exception', 'silent'] as const
