import { exportAccount } from '../account-files/export-account.ts'
import { importAccount } from '../account-files/import-account.ts'
import { Refusal } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'
import { saveRules } from './actions.ts'

const INBOX_OF_COPIES = 'Imported entries'

/** An account as one file. */
export const accountFilesRoutes = {
  'accountFiles.export': async (context) => exportAccount(context),
  'accountFiles.import': async (context, { file, routes = false, inboxTitle = INBOX_OF_COPIES }) => {
    if (!(Symbol.asyncIterator in file)) throw new Refusal('invalidFile', 'The request has no file.')
    const save = (rules: Parameters<typeof saveRules>[1]) => saveRules(context, rules)
    return { data: await importAccount(context, { file, routes, inboxTitle, saveRules: save }) }
  },
} satisfies Routes
