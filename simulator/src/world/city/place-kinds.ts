import type { LandUse } from './land-use.ts'
import type { Name, Place } from './types.ts'

type Kind = Place['kind']

/** Suffix in the name of a place of each kind, and its prominence (0 most … 9 least). */
export const PLACE_KINDS: Record<Kind, { zh: string; en: string; rank: number }> = {
  station: { zh: '站', en: 'Station', rank: 2 },
  university: { zh: '大学', en: 'University', rank: 3 },
  hospital: { zh: '医院', en: 'Hospital', rank: 4 },
  stadium: { zh: '体育场', en: 'Stadium', rank: 4 },
  museum: { zh: '博物馆', en: 'Museum', rank: 4 },
  park: { zh: '公园', en: 'Park', rank: 3 },
  village: { zh: '', en: '', rank: 4 },
  mall: { zh: '购物中心', en: 'Mall', rank: 5 },
  factory: { zh: '制造厂', en: 'Works', rank: 6 },
  worksite: { zh: '项目工地', en: 'Construction Site', rank: 6 },
  school: { zh: '小学', en: 'Primary School', rank: 6 },
  depot: { zh: '停车场站', en: 'Depot', rank: 6 },
  police: { zh: '派出所', en: 'Police Station', rank: 7 },
  fire: { zh: '消防站', en: 'Fire Station', rank: 7 },
  hotel: { zh: '酒店', en: 'Hotel', rank: 7 },
  office: { zh: '大厦', en: 'Tower', rank: 7 },
  farm: { zh: '农场', en: 'Farm', rank: 7 },
  fuel: { zh: '加油站', en: 'Gas Station', rank: 8 },
  bank: { zh: '银行', en: 'Bank', rank: 8 },
  pharmacy: { zh: '药店', en: 'Pharmacy', rank: 9 },
  parking: { zh: '停车场', en: 'Parking', rank: 9 },
  restaurant: { zh: '饭馆', en: 'Restaurant', rank: 9 },
  cafe: { zh: '咖啡', en: 'Cafe', rank: 9 },
}

export function placeName(kind: Kind, stem: Name): Name {
  const { zh, en } = PLACE_KINDS[kind]
  return { zh: stem.zh + zh, en: en ? `${stem.en} ${en}` : stem.en }
}

/** Kinds found in one block of each use, with how often (per block). */
export const PLACES_BY_USE: Partial<Record<LandUse, readonly (readonly [Kind, number])[]>> = {
  residential: [
    ['school', 0.085],
    ['hospital', 0.012],
    ['police', 0.025],
    ['pharmacy', 0.09],
    ['restaurant', 0.14],
    ['cafe', 0.04],
    ['bank', 0.05],
    ['fuel', 0.03],
    ['parking', 0.07],
    ['mall', 0.015],
    ['hotel', 0.03],
    ['fire', 0.008],
  ],
  towers: [
    ['school', 0.11],
    ['hospital', 0.014],
    ['police', 0.025],
    ['pharmacy', 0.09],
    ['restaurant', 0.13],
    ['cafe', 0.06],
    ['bank', 0.05],
    ['fuel', 0.04],
    ['parking', 0.09],
    ['mall', 0.03],
    ['fire', 0.012],
  ],
  villas: [
    ['restaurant', 0.05],
    ['pharmacy', 0.03],
    ['fuel', 0.03],
    ['school', 0.03],
    ['hotel', 0.02],
  ],
  oldTown: [
    ['restaurant', 0.16],
    ['cafe', 0.12],
    ['hotel', 0.06],
    ['museum', 0.006],
    ['pharmacy', 0.05],
    ['school', 0.02],
    ['police', 0.015],
  ],
  commercial: [
    ['mall', 0.09],
    ['office', 0.36],
    ['hotel', 0.17],
    ['restaurant', 0.3],
    ['cafe', 0.22],
    ['bank', 0.2],
    ['museum', 0.015],
    ['hospital', 0.02],
    ['parking', 0.14],
    ['pharmacy', 0.08],
    ['police', 0.02],
  ],
  industrial: [
    ['factory', 0.5],
    ['depot', 0.11],
    ['fuel', 0.08],
    ['parking', 0.08],
    ['restaurant', 0.06],
    ['fire', 0.03],
  ],
  campus: [
    ['cafe', 0.1],
    ['restaurant', 0.1],
    ['museum', 0.03],
  ],
  worksite: [['worksite', 1]],
}
