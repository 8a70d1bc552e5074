/**
 * Sensitive data that a recording of a platform must not contain: names of fields, parameters and headers, of this
 * contract and, as far as they are common, of other platforms. Names are compared without capitals, `_` and `-`.
 * docs/record-replay.md explains the list.
 */

/** How a masked value of a person looks. */
export type PersonalKind = 'name' | 'phone' | 'email' | 'card' | 'address' | 'birthday' | 'plate'

/** A field is a secret when its name ends with one of these. */
const SECRET_ENDINGS = [
  'password',
  'passwd',
  'pwd',
  'passphrase',
  'verifycode',
  'verifykey',
  'captcha',
  'smscode',
  'sessionid',
  'token',
  'jwt',
  'secret',
  'secrethint',
  'secretkey',
  'accesskey',
  'apikey',
  'appkey',
  'privatekey',
  'credential',
  'credentials',
  'signature',
  'authorization',
  'cookie',
] as const

/** Parameters of an address that sign or open it, beside those that end as above. */
const SECRET_PARAMS = [
  'sign',
  'sig',
  'key',
  'ak',
  'sk',
  'auth',
  'authkey',
  'session',
  'sid',
  'jsessionid',
  'ticket',
  'wssecret',
  'txsecret',
  'xamzcredential',
  'xamzsecuritytoken',
] as const

/** Headers whose values are secrets. Cookies keep their names and attributes. */
export const SECRET_HEADERS = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie'] as const

/** Fields about a person, and the kind of their values. */
const PERSONAL_FIELDS: Readonly<Record<string, PersonalKind>> = {
  // Of this contract.
  loginName: 'name',
  userName: 'name',
  creatorName: 'name',
  ownerName: 'name',
  senderName: 'name',
  assigneeName: 'name',
  processingName: 'name',
  auditName: 'name',
  responderName: 'name',
  installer: 'name',
  email: 'email',
  phoneNumber: 'phone',
  identityCard: 'card',
  card: 'card',
  birthday: 'birthday',
  addr: 'address',
  // Usual elsewhere.
  realName: 'name',
  nickName: 'name',
  fullName: 'name',
  account: 'name',
  contact: 'name',
  contactName: 'name',
  driver: 'name',
  driverName: 'name',
  mail: 'email',
  mobile: 'phone',
  mobilePhone: 'phone',
  telephone: 'phone',
  tel: 'phone',
  phone: 'phone',
  contactPhone: 'phone',
  idCard: 'card',
  idNumber: 'card',
  birthDate: 'birthday',
  homeAddress: 'address',
  plateNo: 'plate',
  plateNumber: 'plate',
  licensePlate: 'plate',
  carNumber: 'plate',
}

/** `name` is a person's where one of these is beside it. */
export const PERSON_MARKS = [
  'userId',
  'loginName',
  'identityCard',
  'phoneNumber',
  'idCard',
  'mobile',
] as const

/** A name as the lists above are compared. */
export const plainFieldName = (name: string): string => name.toLowerCase().replace(/[_-]/g, '')

const personal = new Map(
  Object.entries(PERSONAL_FIELDS).map(([name, kind]) => [plainFieldName(name), kind] as const),
)
const marks = new Set<string>(PERSON_MARKS.map(plainFieldName))
const params = new Set<string>(SECRET_PARAMS)

/** Whether a field of this name holds a secret. */
export function isSecretField(name: string): boolean {
  const plain = plainFieldName(name)
  return SECRET_ENDINGS.some((ending) => plain.endsWith(ending))
}

/** Whether a parameter of an address, or of a form, holds a secret. */
export const isSecretParam = (name: string): boolean =>
  params.has(plainFieldName(name)) || isSecretField(name)

/** Kind of personal data in a field; undefined: none. `beside` are the names of the fields of the same object. */
export function personalKind(name: string, beside: readonly string[]): PersonalKind | undefined {
  const plain = plainFieldName(name)
  if (plain === 'name') return beside.some((one) => marks.has(plainFieldName(one))) ? 'name' : undefined
  return personal.get(plain)
}
