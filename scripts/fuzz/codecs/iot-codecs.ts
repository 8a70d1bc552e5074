// What the platform itself reads of MQTT and Modbus; packets of MQTT are read by a library.
import { PollFile } from '@backlot/simulator/gateways/modbus/read-poll-file'
import { MqttMappingFile } from '@backlot/simulator/gateways/mqtt/read-mqtt-mapping'
import { readMappingText } from '@backlot/simulator/gateways/read-mapping-file'
import { StartError } from '@backlot/simulator/kernel/start-error'
import { createModbusFrameReader, PDU_MAX } from '@backlot/simulator/wire/modbus/modbus-frames'
import { MODBUS_TABLES, readReadAnswer, readRequest } from '@backlot/simulator/wire/modbus/modbus-requests'
import { REGISTER_TYPES, registerValue } from '@backlot/simulator/wire/modbus/register-values'
import { DEFAULT_MQTT_MAPPING } from '@backlot/simulator/wire/mqtt/default-mapping'
import type { MqttMapping } from '@backlot/simulator/wire/mqtt/mqtt-mapping'
import { createPacketLengths } from '@backlot/simulator/wire/mqtt/packet-lengths'
import { readMessage, topicOf } from '@backlot/simulator/wire/mqtt/read-message'
import { modbusRequests } from '../platform/modbus-bytes.ts'
import { mqttPackets } from '../platform/mqtt-bytes.ts'
import type { FuzzedCodec } from './read-damaged.ts'

const PACKET_MOST = 65_536
const MODBUS_FRAME_MOST = 7 + PDU_MAX

const MAPPING = `topics:
  - topic: plant/{sn}/{quantity}
    readings: { '{quantity}': { at: /value, factor: 0.1, offset: -40 } }
    time: { at: /at, form: iso }
  - topic: cars/{sn}
    kind: vehicle
    position: { longitude: /p/0, latitude: /p/1, speedKmh: /v }
    alarm: { at: /alarms, types: { fire: IoAlarm/Smoke }, others: EnvironmentAlarm/Noise }
    values: /more
  - topic: state/{sn}
    payload: text
    online: { on: up, off: down }
`
const POLLED = `devices:
  - sn: PUMP-7
    host: 192.168.1.20
    unit: 1
    everySeconds: 10
    position: { longitude: 116.4, latitude: 39.9 }
    readings:
      temperature: { table: input, address: 0, type: int16, factor: 0.1 }
      flow: { table: holding, address: 10, type: float32, swapped: true }
    alarms:
      float: { table: discrete, address: 0, alarm: EnvironmentAlarm/WaterLevel }
`
/** A topic, then the payload behind a line end. */
const MESSAGES = [
  'devices/A-1/telemetry\n{"ts":1795000000000,"lng":116.4,"lat":39.9,"temperature":21.5,"alarm":["gas","sos"]}',
  'devices/A-1/status\nonline',
  'plant/A-1/pm25\n{"value":215,"at":"2026-11-27T08:00:00+08:00"}',
  'cars/A-1\n{"p":[116.4,39.9],"v":36,"alarms":"fire","more":{"fuel":7,"oil":1e2}}',
  'state/A-1\nup',
]

/** A file that is read, or refused with its line. */
const fileOf = (sample: string, read: (text: string) => unknown): FuzzedCodec => ({
  samples: () => [Buffer.from(sample), Buffer.from(JSON.stringify({ topics: [], devices: [] }))],
  open: () => ({
    read(bytes) {
      try {
        read(Buffer.from(bytes).toString())
      } catch (error) {
        if (!(error instanceof StartError)) throw error
      }
      return 1
    },
  }),
})
const readMapping = (text: string) =>
  readMappingText('--mqtt-mapping', 'fuzz.yaml', text, MqttMappingFile) as MqttMapping

export const IOT_CODECS = {
  mqtt: {
    samples: () => [...MESSAGES.map((text) => Buffer.from(text)), ...mqttPackets()],
    open() {
      const mappings = [DEFAULT_MQTT_MAPPING, readMapping(MAPPING)]
      return {
        read(bytes) {
          createPacketLengths(PACKET_MOST).add(bytes)
          const [topic = '', ...payload] = Buffer.from(bytes).toString().split('\n')
          for (const mapping of mappings) {
            const found = topicOf(mapping, topic)
            if (found) readMessage(found.rule, found.places, payload.join('\n'))
          }
          return 1
        },
      }
    },
  },
  mqttMapping: fileOf(MAPPING, readMapping),
  modbus: {
    samples: modbusRequests,
    open() {
      let reader = createModbusFrameReader()
      return {
        read(bytes) {
          const frames = reader.add(Buffer.from(bytes))
          if (frames === 'malformed') {
            // A connection ends with it.
            reader = createModbusFrameReader()
            return 1
          }
          for (const { pdu } of frames) {
            readRequest(pdu)
            for (const table of MODBUS_TABLES) {
              const values = readReadAnswer(table, (pdu.length - 2) >> 1, pdu)
              if (Array.isArray(values))
                for (const type of REGISTER_TYPES) registerValue(type, values, pdu.length % 2 === 0)
            }
          }
          return frames.length
        },
        kept: () => reader.pending,
      }
    },
    keptMost: MODBUS_FRAME_MOST,
  },
  modbusPoll: fileOf(POLLED, (text) => readMappingText('--modbus-poll', 'fuzz.yaml', text, PollFile)),
} satisfies Readonly<Record<string, FuzzedCodec>>
