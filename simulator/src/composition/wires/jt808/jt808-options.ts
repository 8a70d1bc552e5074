import { optionalPort } from '../../option-types.ts'

export const JT808_OPTIONS = { jt808Port: optionalPort }
