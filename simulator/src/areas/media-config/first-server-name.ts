import type { MediaServerConfig } from '@backlot/contract/media-config/entities'
import type { Language, Named } from '../../kernel/language.ts'

/** The first server's default name: stored in the first language, shown in the caller's. */
export const FIRST_SERVER_NAME: Named = { zh: '媒体服务器 1', en: 'Media server 1' }

/** How the first server is called in a language. */
export const firstServerName = ({ name }: Pick<MediaServerConfig, 'name'>, language: Language): string =>
  name === FIRST_SERVER_NAME.zh ? FIRST_SERVER_NAME[language] : name
