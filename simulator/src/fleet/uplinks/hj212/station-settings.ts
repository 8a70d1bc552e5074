/** Settings of a station that can be changed remotely. */
export type StationSettings = {
  /** Seconds between realtime reports: 30–3600 by the standard; shorter only as a start value. */
  realtimeSeconds: number
  /** Minutes of minute data: 1, 2, 3, 4, 5, 6, 10, 12, 15, 20 or 30. */
  minuteMinutes: number
  /** Seconds that an answer may take, and how often a report is sent again (CN 1000). */
  timeoutSeconds: number
  resends: number
  password: string
  /** Lead of the station's clock over the platform's, as set. */
  clockAheadMs: number
  /** Started and stopped by 2011 and 2012, 2021 and 2022. */
  realtimeOn: boolean
  statusOn: boolean
  /** Sampling cycle: first hour of the day and hours between (CN 3016). */
  sampleStartHour: number
  sampleCycleHours: number
  /** Parameters by InfoId (CN 3021). */
  parameters: Map<string, string>
}

export const MINUTE_CHOICES: readonly number[] = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30]
export const REALTIME_SECONDS = { min: 30, max: 3600 }

export function defaultSettings(given: Partial<StationSettings> = {}): StationSettings {
  return {
    realtimeSeconds: 60,
    minuteMinutes: 10,
    timeoutSeconds: 10,
    resends: 3,
    password: '123456',
    clockAheadMs: 0,
    realtimeOn: true,
    statusOn: false,
    sampleStartHour: 0,
    sampleCycleHours: 4,
    parameters: new Map([
      ['i13004', '0.2'],
      ['i13008', '100'],
    ]),
    ...given,
  }
}

const ST_OF_MODEL: Readonly<Record<string, string>> = {
  air: '22',
  dust: '39',
  noise: '23',
  water: '21',
  industrial: '31',
}

/** ST of a station's model; that of the air for others. */
export const systemNumberOf = (model = ''): string => ST_OF_MODEL[model] ?? '22'
