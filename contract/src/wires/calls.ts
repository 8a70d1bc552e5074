import { HJ212_CALLS } from './hj212/calls.ts'
import { JT808_CALLS } from './jt808/calls.ts'
import { MODBUS_CALLS } from './modbus/calls.ts'
import { MQTT_CALLS } from './mqtt/calls.ts'

/** The control API of every wire, and of users' own devices. */
export const WIRE_CALLS = [...HJ212_CALLS, ...JT808_CALLS, ...MQTT_CALLS, ...MODBUS_CALLS]
