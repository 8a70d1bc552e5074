/** Devices and groups that administrators add count from here on: between those of fleets and discovered ones. */
export const FIRST_ADMIN_DEVICE_ID = 40_000_001
export const FIRST_ADMIN_GROUP_ID = 60_000_001
