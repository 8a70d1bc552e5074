/** Terminals that registered, with the codes they were given. */
export type TerminalRecord = {
  authCode: string
  plate: string
  plateColour: number
  maker: string
  model: string
  terminalId: string
  version: number
  registeredMs: number
}

/** Terminals, kept over restarts by the caller. The key is the phone number without leading zeros. */
export type TerminalRepository = {
  find(number: string): TerminalRecord | undefined
  /** Resolves when the record will outlive a restart. */
  keep(number: string, record: TerminalRecord): Promise<void>
  remove(number: string): Promise<void>
}

/** The key of a phone number: the same terminal under headers of both editions. */
export function bareNumber(phone: string): string {
  return phone.replace(/^0+/, '')
}

/**
 * The serial number of the device with a phone number: as the field has it, or in one of the other forms when a
 * device of that form is known.
 */
export function serialNumberOf(phone: string, isKnown: (sn: string) => boolean): string {
  const bare = bareNumber(phone)
  const forms = [phone, bare.padStart(12, '0'), bare.padStart(20, '0'), bare]
  return forms.find((form) => form !== '' && isKnown(form)) ?? phone
}
