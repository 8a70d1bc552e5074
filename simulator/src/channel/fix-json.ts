import type { StatusColumns } from '../fleet/status-columns.ts'

/** A position as the channel sends it, written straight from the directory's columns (see GpsFix). */
export function fixJson(sn: string, columns: Readonly<StatusColumns>, slot: number): string {
  const { longitude, latitude, speedKmh, directionDeg, locationTimeMs } = columns
  const speed = Math.round(speedKmh[slot]! * 10) / 10
  return `{"sn":${JSON.stringify(sn)},"longitude":${longitude[slot]!},"latitude":${latitude[slot]!},"speed":${speed},"direction":${directionDeg[slot]!},"locationTime":${Math.floor(locationTimeMs[slot]! / 1000)}}`
}
