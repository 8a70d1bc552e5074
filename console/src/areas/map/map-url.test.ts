import { describe, expect, it } from 'vitest'
import { startPlace, withPlace } from './map-url.ts'

describe('the map in the address', () => {
  it('starts at the stated default when nobody says otherwise', () => {
    expect(startPlace(new URLSearchParams(), undefined)).toEqual({
      latitude: 39.915119,
      longitude: 116.403963,
      zoom: 16,
    })
    expect(startPlace(new URLSearchParams(), { latitude: '', longitude: '' }).zoom).toBe(16)
  })

  it("prefers the user's own place, and the address before that", () => {
    const own = { latitude: 39.8, longitude: 116.2, zoom: 12 }
    expect(startPlace(new URLSearchParams(), own)).toEqual({ latitude: 39.8, longitude: 116.2, zoom: 12 })
    const search = new URLSearchParams('lng=116.5&lat=39.95&z=14.5')
    expect(startPlace(search, own)).toEqual({ latitude: 39.95, longitude: 116.5, zoom: 14.5 })
  })

  it('takes no nonsense from the address', () => {
    expect(startPlace(new URLSearchParams('lng=abc&lat=999&z=-3'), undefined).zoom).toBe(16)
    expect(startPlace(new URLSearchParams('lng=181&lat=10'), undefined).longitude).toBe(116.403963)
  })

  it('writes a place and keeps what else the address holds', () => {
    const search = withPlace(new URLSearchParams('sn=A1'), { longitude: 116.4, latitude: 39.9, zoom: 15.237 })
    expect(search.toString()).toBe('sn=A1&lng=116.400000&lat=39.900000&z=15.24')
  })
})
