import { version } from '../../package.json'

/** Version of this console. */
export const CONSOLE_VERSION: string = version
