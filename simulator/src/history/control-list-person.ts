import type { Alarm } from '@backlot/contract/alarms/entities'
import { toCivil } from '@backlot/contract/time'
import type { Faker } from '@faker-js/faker'
import { faker } from '@faker-js/faker/locale/zh_CN'
import { hashText, uniform } from '../world/hash.ts'

const STREAM = { match: 961 }
/** Faker reads no clock: ages are counted from here. */
const REFERENCE_DATE = '2026-01-01T00:00:00.000Z'
/** Administrative code of the city's centre, as identity cards begin. */
const REGION = '110101'
/** Weights and check characters of GB 11643-1999. */
const CARD_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CARD_CHECKS = '10X98765432'

/**
 * Whom a control list recognised in an incident: the same person for the same seed and incident, with the alarm's face
 * fields (sex 0 female or 1 male, birthday yyyy-MM-dd, score in percent).
 */
export function controlListPerson(seed: number, incidentId: string): NonNullable<Alarm['detail']> {
  const entity = hashText(incidentId)
  const draw = (index: number) => uniform(seed, entity, STREAM.match, index)
  // The module's one instance, seeded anew for each person and left before anybody else can use it.
  faker.seed((entity ^ seed) >>> 0)
  faker.setDefaultRefDate(REFERENCE_DATE)
  const sex = draw(1) < 0.5 ? 0 : 1
  const birth = toCivil(faker.date.birthdate({ mode: 'age', min: 18, max: 70 }).getTime(), 0)
  const two = (n: number) => String(n).padStart(2, '0')
  return {
    name: faker.person.fullName({ sex: sex === 1 ? 'male' : 'female' }),
    label: draw(0) < 0.5 ? '布控名单' : '重点人员',
    sex,
    birthday: `${birth.year}-${two(birth.month)}-${two(birth.day)}`,
    identityCard: identityCard(`${birth.year}${two(birth.month)}${two(birth.day)}`, sex, faker),
    phoneNumber: `1${faker.helpers.arrayElement(['3', '5', '8'])}${faker.string.numeric(9)}`,
    addr: `${faker.location.city()}${faker.location.streetAddress()}`,
    score: Math.round(820 + 170 * draw(2)) / 10,
  }
}

/** Region, birthday, three digits of order (odd for men) and the check character. */
function identityCard(birthday: string, sex: number, faker: Faker): string {
  const order = faker.number.int({ min: 0, max: 499 }) * 2 + sex
  const digits = `${REGION}${birthday}${String(order).padStart(3, '0')}`
  const sum = CARD_WEIGHTS.reduce((total, weight, i) => total + weight * Number(digits[i]), 0)
  return digits + CARD_CHECKS[sum % 11]
}
