import { defineClient } from '../../src/plugin-api/client.ts'

export default defineClient(({ saves }) => saves())
