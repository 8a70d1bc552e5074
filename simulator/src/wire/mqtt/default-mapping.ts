import type { MqttMapping } from './mqtt-mapping.ts'

/** The mapping without a file: docs/mqtt.md shows it as one. */
export const DEFAULT_MQTT_MAPPING: MqttMapping = {
  topics: [
    {
      topic: 'devices/{sn}/telemetry',
      kind: 'hj212Station',
      payload: 'json',
      time: { at: '/ts', form: 'ms' },
      position: { longitude: '/lng', latitude: '/lat', speedKmh: '/speed', directionDeg: '/heading' },
      readings: {},
      values: '',
      alarm: {
        at: '/alarm',
        types: {
          sos: { type: 'IoAlarm', subType: 'SOS' },
          smoke: { type: 'IoAlarm', subType: 'Smoke' },
          door: { type: 'IoAlarm', subType: 'DoorOpen' },
          tamper: { type: 'IoAlarm', subType: 'Tamper' },
          noise: { type: 'EnvironmentAlarm', subType: 'Noise' },
          waterLevel: { type: 'EnvironmentAlarm', subType: 'WaterLevel' },
          wind: { type: 'EnvironmentAlarm', subType: 'Wind' },
          gas: { type: 'GasAlarm', subType: 'Combustible' },
        },
        others: { type: 'EnvironmentAlarm', subType: 'Pollutant' },
      },
    },
    {
      topic: 'devices/{sn}/status',
      kind: 'hj212Station',
      payload: 'text',
      readings: {},
      online: { at: '', on: 'online', off: 'offline' },
    },
  ],
}
