import { HJ212_OPTIONS } from './hj212/hj212-options.ts'
import { JT808_OPTIONS } from './jt808/jt808-options.ts'
import { MODBUS_OPTIONS } from './modbus/modbus-options.ts'
import { MQTT_OPTIONS } from './mqtt/mqtt-options.ts'

/** Options of the wires, of each at least its port, and of MQTT and Modbus. */
export const WIRE_OPTIONS = { ...JT808_OPTIONS, ...HJ212_OPTIONS, ...MQTT_OPTIONS, ...MODBUS_OPTIONS }
