/** The package `util` with what has come since. */
import util from 'node:util'

const { promisify, inspect, format, inherits, deprecate, types } = util
export const { TextEncoder, TextDecoder } = globalThis
export const debuglog = () => Object.assign(() => {}, { enabled: false })
export const stripVTControlCharacters = (text: string) => text
export const isDeepStrictEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
export { deprecate, format, inherits, inspect, promisify, types }

const all: object = {
  ...util,
  TextEncoder,
  TextDecoder,
  debuglog,
  stripVTControlCharacters,
  isDeepStrictEqual,
}
export default all
