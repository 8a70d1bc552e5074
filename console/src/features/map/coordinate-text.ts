/** Coordinates as people read them on this map: longitude, latitude, four decimals (stated). */
export function coordinateText(longitude: number, latitude: number): string {
  return `${longitude.toFixed(4)}, ${latitude.toFixed(4)}`
}
