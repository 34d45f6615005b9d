import { defineClient } from '../../src/plugin-api/client.ts'
import { themes } from './colors.ts'

export default defineClient(({ theme }) => {
  for (const one of themes) theme(one)
})
