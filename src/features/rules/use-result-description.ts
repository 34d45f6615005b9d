import { useUnit } from 'effector-react'
import type { ActionResult } from '../../contract/shapes.ts'
import { $hidesAi } from '../../model/settings/index.ts'
import { useTranslation } from '../../ui/index.ts'
import { describeResult } from './describe-result.ts'
import { useActionTitle } from './use-action-title.ts'
import { usePluginName } from './use-rule-providers.ts'

/** What a rule does, in the interface language: a function from its result to keys of `app` with their values. */
export function useResultDescription() {
  const { t } = useTranslation(['app', 'lang'])
  const hidesAi = useUnit($hidesAi)
  const names = { plugin: usePluginName(), action: useActionTitle() }
  const languageName = (code: string) => t(`lang:languages.${code}`, { defaultValue: code })
  return (result: ActionResult) => describeResult(result, languageName, names, hidesAi)
}
