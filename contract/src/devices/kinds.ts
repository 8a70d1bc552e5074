// Written by 'npm run device-kinds' from simulator/src/devices/kinds.ts; a test holds it against them.
import type { KindFacts } from './kind-facts.ts'

export const DEVICE_KINDS = [
  'camera',
  'ptzCamera',
  'bodyCamera',
  'vehicle',
  'hj212Station',
  'solarStation',
  'farmStation',
  'gasDetector',
  'sensorController',
  'elevator',
] as const
export type DeviceKind = (typeof DEVICE_KINDS)[number]

/** Incidents of devices. */
export const INCIDENTS = [
  'sos',
  'gasLeak',
  'dust',
  'intruder',
  'overspeed',
  'fire',
  'noise',
  'waterLevel',
  'lowBattery',
  'face',
  'videoLoss',
  'ioAlarm',
  'videoCover',
  'noHelmet',
  'crowd',
  'loitering',
  'stranger',
  'trapped',
] as const

/** Quantities that only one kind of devices measures. */
export const KIND_QUANTITIES = ['liftFloor', 'liftDoor', 'liftLoad'] as const

export const KIND_FACTS: Readonly<Record<DeviceKind, KindFacts>> = {
  camera: {
    name: { zh: '固定摄像机', en: 'Fixed camera' },
    icon: { filled: 'm1.7 5.9 9.8-2.6 1.3 4.4-9.4 2.5z', lines: 'M4.2 10v3.3H1.8M12.8 7.7l1.6-.4' },
    marker: 'camera',
    speaks: ['gb28181', 'v1', 'onvif', 'v3'],
    typeProtocols: ['gb28181', 'v1', 'onvif', 'v3'],
    moves: false,
    hasLine: false,
  },
  ptzCamera: {
    name: { zh: '云台摄像机', en: 'PTZ camera' },
    icon: {
      filled: 'M3.7 8.3a4.3 4.3 0 0 1 8.6 0z',
      lines:
        'M3.5 2.5h9M8 2.5v2M4.9 8.5a3.1 3.1 0 0 0 6.2 0M2 11.5c.8 1.2 2 2 3.3 2.3M14 11.5c-.8 1.2-2 2-3.3 2.3',
    },
    marker: 'dome',
    speaks: ['gb28181', 'v1', 'onvif', 'v3'],
    typeProtocols: ['gb28181', 'v1', 'onvif', 'v3'],
    moves: false,
    hasLine: false,
  },
  bodyCamera: {
    name: { zh: '执法记录仪', en: 'Body-worn camera' },
    icon: { filled: 'M4.5 2.5h7v11h-7z', lines: 'M6.1 6.3a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0-3.8 0M6.5 11h3' },
    marker: 'bodyworn',
    speaks: ['v3', 'v1'],
    typeProtocols: ['v3', 'v1'],
    moves: true,
    hasLine: false,
  },
  vehicle: {
    name: { zh: '车载终端', en: 'Vehicle' },
    icon: {
      filled:
        'm2.8 7.3 1.3-3c.2-.5.6-.8 1.2-.8h5.4c.6 0 1 .3 1.2.8l1.3 3c.5.2.8.6.8 1.2v3H2v-3c0-.6.3-1 .8-1.2Z',
      lines: 'M3 7.4h10M3.5 11.5v1.7M12.5 11.5v1.7',
    },
    marker: 'vehicle',
    speaks: ['jt808', 'v3', 'v1'],
    typeProtocols: ['jt808', 'v3', 'v1'],
    wire: 'jt808',
    moves: true,
    hasLine: false,
  },
  hj212Station: {
    name: { zh: '环境监测站', en: 'HJ 212 station' },
    icon: {
      filled: 'M6.4 5a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0',
      lines: 'M8 6.5v7M5.3 13.5h5.4M4.6 8A4.5 4.5 0 0 1 4.6 2M11.4 8a4.5 4.5 0 0 0 0-6',
    },
    marker: 'station',
    speaks: ['hj212', 'v1', 'v3'],
    typeProtocols: ['hj212'],
    wire: 'hj212',
    moves: false,
    hasLine: true,
    models: ['air', 'dust', 'noise', 'water', 'industrial', 'full'],
  },
  solarStation: {
    name: { zh: '太阳能站', en: 'Solar station' },
    icon: {
      filled: 'm3.3 6.5-1.5 5h12.4l-1.5-5z',
      lines: 'M8 6.5v7M2.6 9h10.8M8 1.5v1.7M4 3l.9 1.2M12 3l-.9 1.2',
    },
    marker: 'solar',
    speaks: ['v1', 'v3'],
    typeProtocols: ['v1', 'v3'],
    moves: false,
    hasLine: false,
    models: ['solar', 'solar12', 'solar24'],
  },
  farmStation: {
    name: { zh: '智慧农业站', en: 'Farm station' },
    icon: {
      filled: 'M8 8C4.7 8 3 6.2 2.7 3.2 6 3.2 8 4.9 8 8Z',
      lines: 'M8 9.3c0-2.6 1.8-4.3 5.2-4.3-.2 2.9-2 4.5-5.2 4.5M8 7v6.5M4 13.5h8',
    },
    marker: 'farm',
    speaks: ['v1', 'v3'],
    typeProtocols: ['v1', 'v3'],
    moves: false,
    hasLine: false,
  },
  gasDetector: {
    name: { zh: '气体探测器', en: 'Gas detector' },
    icon: {
      filled:
        'M8 1.8c2.6 2.6 4 4.6 4 6.7a4 4 0 0 1-8 0c0-1.2.5-2.2 1.5-3.3.3 1 .8 1.5 1.4 1.8C6.6 5 7 3.4 8 1.8Z',
      lines: 'M4 14h8',
    },
    marker: 'gas',
    speaks: ['hj212', 'v1', 'v3'],
    typeProtocols: ['hj212'],
    wire: 'hj212',
    moves: false,
    hasLine: false,
  },
  sensorController: {
    name: { zh: '传感控制器', en: 'Sensor controller' },
    icon: { lines: 'M3 4h10M3 8h10M3 12h10M6 2.8v2.4M10.5 6.8v2.4M5 10.8v2.4' },
    marker: 'station',
    speaks: ['v1', 'v3', 'hj212'],
    typeProtocols: ['v1', 'v3'],
    moves: false,
    hasLine: true,
    models: ['controllerYard', 'controllerPump', 'controllerPlant'],
  },
  elevator: {
    name: { zh: '电梯', en: 'Elevator' },
    icon: {
      filled: 'M3.5 2.5h9v11h-9z',
      lines: 'M8 7.5v6M5.5 5.7 6.7 4.3 7.9 5.7M8.6 4.3 9.8 5.7 11 4.3M3.5 7.5h9',
    },
    marker: 'other',
    speaks: ['v1', 'v3'],
    typeProtocols: ['v1', 'v3'],
    moves: false,
    hasLine: false,
  },
}
