import { useUnit } from 'effector-react'
import type { ActionResult } from '../../contract/shapes.ts'
import { $hidesAi } from '../../model/settings/index.ts'
import { useTranslation } from '../../ui/index.ts'
import { describeResult } from './describe-result.ts'

/** What a rule does, in the interface language: a function from its result to keys of `app` with their values. */
export function useResultDescription() {
  const { t } = useTranslation(['app', 'lang'])
  const hidesAi = useUnit($hidesAi)
  return (result: ActionResult) =>
    describeResult(result, (code) => t(`lang:languages.${code}`, { defaultValue: code }), hidesAi)
}
