import { HJ212_CALLS } from './hj212/calls.ts'
import { JT808_CALLS } from './jt808/calls.ts'

/** The control API of every wire. */
export const WIRE_CALLS = [...HJ212_CALLS, ...JT808_CALLS]
