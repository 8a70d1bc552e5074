/** Which kind of alarm an incident of the world raises, by the incident's kind. */
export const INCIDENT_ALARMS = {
  sos: { type: 'IoAlarm', subType: 'SOS' },
  gasLeak: { type: 'GasAlarm', subType: 'Combustible' },
  dust: { type: 'DustAlarm', subType: 'TSP' },
  intruder: { type: 'AiAlarm', subType: 'Intruder' },
  overspeed: { type: 'VehicleAlarm', subType: 'Overspeed' },
  fire: { type: 'AiAlarm', subType: 'Fire' },
  noise: { type: 'EnvironmentAlarm', subType: 'Noise' },
  waterLevel: { type: 'EnvironmentAlarm', subType: 'WaterLevel' },
  lowBattery: { type: 'DeviceAlarm', subType: 'LowBattery' },
  face: { type: 'FaceAlarm', subType: 'Control' },
  videoLoss: { type: 'VideoAlarm', subType: 'VideoLoss' },
  ioAlarm: { type: 'IoAlarm', subType: 'DoorOpen' },
  videoCover: { type: 'VideoAlarm', subType: 'VideoCover' },
  noHelmet: { type: 'AiAlarm', subType: 'NoHelmet' },
  crowd: { type: 'AiAlarm', subType: 'Crowd' },
  loitering: { type: 'AiAlarm', subType: 'Loitering' },
  stranger: { type: 'FaceAlarm', subType: 'Stranger' },
} as const

export type IncidentAlarmKind = keyof typeof INCIDENT_ALARMS
