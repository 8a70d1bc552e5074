import { HJ212_OPTIONS } from './hj212/hj212-options.ts'
import { JT808_OPTIONS } from './jt808/jt808-options.ts'

/** Options of the wires: of each at least its port. */
export const WIRE_OPTIONS = { ...JT808_OPTIONS, ...HJ212_OPTIONS }
