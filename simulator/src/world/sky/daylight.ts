/** Light on the ground from the sun's elevation and the clouds. */

const RAD = Math.PI / 180

/**
 * Global horizontal irradiance, W/m²: Haurwitz' clear-sky curve under Kasten and Czeplak's cloud law
 * (its exponent 3.4 taken as c³ and c⁴ mixed, so that only whole powers are used).
 */
export function irradianceWm2(sunElevationDeg: number, cloud: number, dust: number): number {
  if (sunElevationDeg <= 0) return 0
  const sine = Math.sin(sunElevationDeg * RAD)
  const clear = 1098 * sine * Math.exp(-0.057 / sine)
  const c3 = cloud * cloud * cloud
  return clear * (1 - 0.75 * (0.6 * c3 + 0.4 * c3 * cloud)) * (1 - 0.45 * dust)
}

/** Illumination in lux: daylight at 95 lm/W, civil and nautical twilight, and the glow of the city's night. */
export function illuminationLux(sunElevationDeg: number, cloud: number, dust: number): number {
  const day = irradianceWm2(sunElevationDeg, cloud, dust) * 95
  const glow = 0.15 + 0.2 * cloud
  if (sunElevationDeg >= 6) return day + glow
  if (sunElevationDeg < -15) return glow
  // Sky light without the sun itself: 400 lux at sunset, a tenth for every 3° below.
  const twilight = 400 * Math.exp(0.75 * Math.min(0, sunElevationDeg)) * (1 - 0.5 * cloud)
  const faded = sunElevationDeg > 0 ? twilight * (1 - sunElevationDeg / 6) : twilight
  return day + faded + glow
}
