/** The parameters of a vehicle's terminal: set by the platform (0x8103), reported to it (0x0104). */
import { PARAMETER_IDS } from '../../../wire/jt808/parameter-types.ts'
import { type Parameter, parameterOf, parameterValue } from '../../../wire/jt808/parameters.ts'

/** Settings of the manufacturer, made in the factory and remotely. */
export type MakersSettings = {
  heartbeatS: number
  reportIntervalS: number
  /** Faster than that it reports overspeed. */
  topSpeedKmh: number
}

export class TerminalSettings {
  readonly #values = new Map<number, Parameter>()

  constructor({ heartbeatS, reportIntervalS, topSpeedKmh }: MakersSettings, plate: string) {
    const initial: readonly (readonly [number, number | string])[] = [
      [PARAMETER_IDS.heartbeatS, heartbeatS],
      [PARAMETER_IDS.replyTimeoutS, 10],
      [PARAMETER_IDS.resends, 3],
      [PARAMETER_IDS.reportIntervalS, reportIntervalS],
      [PARAMETER_IDS.topSpeedKmh, topSpeedKmh],
      [0x0083, plate],
    ]
    for (const [id, value] of initial) this.#values.set(id, parameterOf(id, value))
  }

  set(parameters: readonly Parameter[]): void {
    for (const parameter of parameters) this.#values.set(parameter.id, parameter)
  }

  all(): Parameter[] {
    return [...this.#values.values()]
  }

  some(ids: readonly number[]): Parameter[] {
    return ids.flatMap((id) => this.#values.get(id) ?? [])
  }

  /** A number within bounds, or `fallback` where none is set. */
  number(id: number, min: number, max: number, fallback: number): number {
    const parameter = this.#values.get(id)
    const value = parameter && parameterValue(parameter)
    return typeof value === 'number' ? Math.min(max, Math.max(min, value)) : fallback
  }
}
