import { createDice } from './dice.ts'
import {
  CLASSIC_STEMS,
  FAMILIES,
  FIRST_SYLLABLES,
  NUMERALS,
  SECOND_SYLLABLES,
  VILLAGE_ENDINGS,
} from './name-stems.ts'
import type { Name } from './types.ts'

/** Hands out stems without repeating one until the supply ends; after the classics come made-up ones. */
export type Namer = {
  classic(): Name
  made(): Name
  village(): Name
}

export function createNamer(seed: number, stream: number): Namer {
  const classics = shuffle(
    CLASSIC_STEMS.map(([zh, en]) => ({ zh, en })),
    seed,
    stream,
  )
  const made: Name[] = []
  for (const first of FIRST_SYLLABLES) {
    for (const second of SECOND_SYLLABLES) {
      if (first[0] !== second[0]) made.push(joinSyllables(first, second))
    }
  }
  const shuffledMade = shuffle(made, seed, stream + 1)
  const villages: Name[] = []
  for (const [zh, en] of FAMILIES) {
    for (const [zh2, en2] of VILLAGE_ENDINGS) villages.push({ zh: zh + zh2, en: en + en2 })
  }
  const shuffledVillages = shuffle(villages, seed, stream + 2)
  const supply = (names: readonly Name[]) => {
    let used = 0
    return () => names[used++ % names.length]!
  }
  const nextMade = supply(shuffledMade)
  let classicsUsed = 0
  return {
    classic: () => classics[classicsUsed++] ?? nextMade(),
    made: nextMade,
    village: supply(shuffledVillages),
  }
}

function joinSyllables(a: readonly [string, string], b: readonly [string, string]): Name {
  const apostrophe = /^[aeo]/.test(b[1]) ? "'" : ''
  return { zh: a[0] + b[0], en: a[1][0]!.toUpperCase() + a[1].slice(1) + apostrophe + b[1] }
}

function shuffle<T>(items: readonly T[], seed: number, stream: number): T[] {
  const dice = createDice(seed, stream, 241)
  const out = items.slice()
  for (let i = out.length - 1; i > 0; i--) {
    const k = dice.index(i + 1)
    const held = out[i]!
    out[i] = out[k]!
    out[k] = held
  }
  return out
}

export const avenueName = (stem: Name): Name => ({ zh: `${stem.zh}大街`, en: `${stem.en} Ave` })
export const roadName = (stem: Name): Name => ({ zh: `${stem.zh}路`, en: `${stem.en} Rd` })
export const streetName = (stem: Name): Name => ({ zh: `${stem.zh}街`, en: `${stem.en} St` })

export const highwayName = (stem: Name): Name => ({ zh: `${stem.zh}公路`, en: `${stem.en} Hwy` })

/** A lane named after the stem of the quarter it lies in: 和安里, 和安二巷, 和安胡同. */
export function laneName(stem: Name, index: number, old: boolean): Name {
  if (old && index % 3 !== 2) {
    const zh = NUMERALS[Math.floor(index / 3) % NUMERALS.length]!
    return index < 3
      ? {
          zh: `${stem.zh}${index === 0 ? '' : '前'}胡同`,
          en: `${stem.en}${index === 0 ? '' : ' Qian'} Hutong`,
        }
      : { zh: `${stem.zh}${zh}条`, en: `${stem.en} ${Math.floor(index / 3) + 1} Tiao` }
  }
  if (index === 0) return { zh: `${stem.zh}里`, en: `${stem.en} Li` }
  const number = ((index - 1) % NUMERALS.length) + 1
  return index <= NUMERALS.length
    ? { zh: `${stem.zh}${NUMERALS[number - 1]}巷`, en: `${stem.en} ${ordinal(number)} Ln` }
    : { zh: `${stem.zh}南${NUMERALS[number - 1]}巷`, en: `${stem.en} S ${ordinal(number)} Ln` }
}

export function ordinal(n: number): string {
  const ten = n % 100
  const tail = ten >= 11 && ten <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${tail}`
}
