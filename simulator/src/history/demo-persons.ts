import { identityCheck, type NewControlPerson } from '@backlot/contract/control-lists/entities'
import { toCivil } from '@backlot/contract/time'
import { faker } from '@faker-js/faker/locale/zh_CN'
import { hashText, uniform } from '../world/hash.ts'

const STREAM = { person: 961 }
/** Faker reads no clock: ages are counted from here. */
const REFERENCE_DATE = '2026-01-01T00:00:00.000Z'
/** Administrative code of the city's centre, as identity cards begin. */
const REGION = '110101'
const LABELS = ['布控名单', '重点人员', '走失人员', '访客黑名单'] as const
/** Shares of the persons under each label: most are wanted. */
const LABEL_SHARES = [0.45, 0.75, 0.9, 1]
const DEMO_PERSONS = 36

export type DemoPerson = Omit<NewControlPerson, 'face'>

/** Of the last seed: drawing them takes a tenth of setting a platform back. */
let drawn: { seed: number; persons: readonly DemoPerson[] } | undefined

/** The persons of a new platform's control lists: the same for the same seed. */
export function demoPersons(seed: number): readonly DemoPerson[] {
  if (drawn?.seed !== seed) {
    const persons = Array.from({ length: DEMO_PERSONS }, (_, nth) => demoPerson(seed, `listed-${nth}`))
    drawn = { seed, persons }
  }
  return drawn.persons
}

/** One person, by name of its draw. */
export function demoPerson(seed: number, name: string): DemoPerson {
  const entity = hashText(name)
  const draw = (index: number) => uniform(seed, entity, STREAM.person, index)
  // The module's one instance, reseeded for each person and left before anybody else can use it.
  faker.seed((entity ^ seed) >>> 0)
  faker.setDefaultRefDate(REFERENCE_DATE)
  const sex = draw(1) < 0.5 ? 0 : 1
  const birth = toCivil(faker.date.birthdate({ mode: 'age', min: 18, max: 70 }).getTime(), 0)
  const two = (n: number) => String(n).padStart(2, '0')
  const label = LABELS[LABEL_SHARES.findIndex((share) => draw(0) < share)] ?? LABELS[0]
  return {
    name: faker.person.fullName({ sex: sex === 1 ? 'male' : 'female' }),
    label,
    sex,
    birthday: `${birth.year}-${two(birth.month)}-${two(birth.day)}`,
    identityCard: identityCard(`${birth.year}${two(birth.month)}${two(birth.day)}`, sex),
    phoneNumber: `1${faker.helpers.arrayElement(['3', '5', '8'])}${faker.string.numeric(9)}`,
    addr: `${faker.location.city()}${faker.location.streetAddress()}`,
    enabled: true,
  }
}

/** Region, birthday, three digits of order (odd for men) and the check character (GB 11643-1999). */
function identityCard(birthday: string, sex: number): string {
  const order = faker.number.int({ min: 0, max: 499 }) * 2 + sex
  const digits = `${REGION}${birthday}${String(order).padStart(3, '0')}`
  return digits + identityCheck(digits)
}
