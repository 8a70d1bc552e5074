/** The first word of every key under which parameters are kept. */
export const CONFIG_KEY = 'device-config'
