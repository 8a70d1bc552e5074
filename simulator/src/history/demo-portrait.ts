import { hash32 } from '../world/hash.ts'

/** Attributes that a face is drawn from. */
export type PortraitOf = { id: number; sex: number; birthday: string }

const STREAM = 963
const SKINS = ['#f3d3b8', '#ecc4a2', '#e2b48e', '#d3a27b', '#c08e68']
const DARK_HAIR = ['#17130f', '#231b16', '#2f241d', '#3d2c20']
const GREY_HAIR = ['#6d6a68', '#8b8886', '#a9a6a3']
const SHIRTS = ['#30475e', '#5c3d46', '#3f5a4c', '#6b5b45', '#2b2f36', '#80868f']
const WALLS = ['#c9d3dc', '#d8d2c6', '#c4d0c7']
/** Age from which hair is grey. */
const GREY_FROM_YEAR = 1966

/** A drawn face, 300 × 360, the same for the same person: the kind of picture in a register. */
export function portrait({ id, sex, birthday }: PortraitOf): string {
  const draw = (index: number) => hash32(id, sex, STREAM, index)
  const of = <T>(list: readonly T[], index: number): T => list[draw(index) % list.length]!
  const skin = of(SKINS, 1)
  const isGrey = Number(birthday.slice(0, 4)) < GREY_FROM_YEAR
  const hair = of(isGrey ? GREY_HAIR : DARK_HAIR, 2)
  const wide = 66 + (draw(3) % 14)
  const tall = 88 + (draw(4) % 12)
  const eyesApart = 26 + (draw(5) % 8)
  const eyeY = 158 + (draw(6) % 8)
  const mouthY = eyeY + 58 + (draw(7) % 8)
  const browTilt = (draw(8) % 7) - 3
  const glasses = draw(9) % 4 === 0
  const long = sex === 0 && draw(10) % 3 !== 0
  const beard = sex === 1 && draw(11) % 5 === 0
  const shirt = of(SHIRTS, 12)
  const middle = 150
  const headY = 170
  const crown = headY - tall
  const parts = [
    `<rect width="300" height="360" fill="${of(WALLS, 13)}"/>`,
    long
      ? `<path d="M${middle - wide - 12} ${headY - 20}q-6 120 14 150h${2 * wide - 4}q20-30 14-150z" fill="${hair}"/>`
      : '',
    `<path d="M40 360q10-82 76-96h68q66 14 76 96z" fill="${shirt}"/>`,
    `<path d="M${middle - 26} 236h52v36q-26 22-52 0z" fill="${skin}"/>`,
    `<path d="M${middle - 26} 250q26 20 52 0v8q-26 20-52 0z" fill="#000" opacity=".12"/>`,
    `<ellipse cx="${middle - wide}" cy="${headY + 4}" rx="10" ry="17" fill="${skin}"/>`,
    `<ellipse cx="${middle + wide}" cy="${headY + 4}" rx="10" ry="17" fill="${skin}"/>`,
    `<ellipse cx="${middle}" cy="${headY}" rx="${wide}" ry="${tall}" fill="${skin}"/>`,
    `<path d="M${middle - wide - 3} ${headY - 14}C${middle - wide - 8} ${crown - 26} ${middle + wide + 8} ${crown - 26} ${middle + wide + 3} ${headY - 14}q-12-34-${wide - 10}-${38 + (draw(14) % 10)}q-30 14-${wide} ${34 + (draw(15) % 10)}z" fill="${hair}"/>`,
    ...[-1, 1].map(
      (side) =>
        `<g transform="translate(${middle + side * eyesApart} ${eyeY})"><path d="M-14-16q14-9 28 0" transform="rotate(${side * browTilt})" stroke="${hair}" stroke-width="5" fill="none" stroke-linecap="round"/><ellipse rx="12" ry="6.5" fill="#fff"/><circle r="5.6" fill="#2b1d14"/><circle cx="1.8" cy="-1.8" r="1.5" fill="#fff"/></g>`,
    ),
    `<path d="M${middle - 2} ${eyeY + 6}q-9 26-10 30q10 8 22 0" stroke="#000" stroke-opacity=".28" stroke-width="3" fill="none" stroke-linecap="round"/>`,
    beard
      ? `<path d="M${middle - wide + 8} ${mouthY - 22}q${wide - 8} 34 ${2 * (wide - 8)} 0q-4 62-${wide - 8} 64q-${wide - 12}-2-${wide - 8}-64z" fill="${hair}" opacity=".85"/>`
      : '',
    `<path d="M${middle - 18} ${mouthY}q18 ${6 + (draw(16) % 9)} 36 0" stroke="${sex === 0 ? '#a8484a' : '#8c4b41'}" stroke-width="${sex === 0 ? 7 : 5}" fill="none" stroke-linecap="round"/>`,
    glasses
      ? `<g fill="none" stroke="#22262b" stroke-width="4"><circle cx="${middle - eyesApart}" cy="${eyeY}" r="21"/><circle cx="${middle + eyesApart}" cy="${eyeY}" r="21"/><path d="M${middle - eyesApart + 21} ${eyeY}h${2 * (eyesApart - 21)}"/></g>`
      : '',
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 360" width="300" height="360">${parts.join('')}</svg>`
}
