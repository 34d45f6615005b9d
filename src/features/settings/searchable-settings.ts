/** What the search of the settings finds: each setting with a control, by its page and its place there. */
import { foldCase } from '../../core/index.ts'
import type { SearchableSetting } from '../feature.ts'
import { appearanceForm } from './forms/appearance-form.ts'
import type { CoreField, CustomField } from './forms/core-field.ts'
import { dataFields } from './forms/data-form.ts'
import { generalForm } from './forms/general-form.ts'

const fieldsByPage: Readonly<Record<string, readonly (CoreField | CustomField)[]>> = {
  general: generalForm.flatMap(({ fields }) => fields),
  appearance: appearanceForm.flatMap(({ fields }) => fields),
  'data-control': Object.values(dataFields),
}

const push: SearchableSetting = {
  page: 'notifications',
  name: 'push',
  label: 'notifications.push.label',
  words: 'notifications.push.off',
  enhanced: false,
}

/** Those of the core. */
export const searchableSettings: readonly SearchableSetting[] = [
  ...Object.entries(fieldsByPage).flatMap(([page, fields]) =>
    fields
      .filter((field) => field.kind !== 'custom' || field.isFound)
      .map(({ anchor, label, hint, dependsOn, shownWhen }) => ({
        page,
        name: anchor,
        label,
        words: hint,
        enhanced: dependsOn === 'enhancedSettings',
        shownWhen,
      })),
  ),
  push,
]

/** Settings whose label or description has all words of the text, those with all in the label or its part of the page first. */
export function findSettings(
  settings: readonly SearchableSetting[],
  text: string,
  translate: (key: string) => string,
): readonly SearchableSetting[] {
  const terms = foldCase(text).split(/\s+/).filter(Boolean)
  if (terms.length === 0) return []
  const hasAll = (content: string) => terms.every((term) => foldCase(content).includes(term))
  const labelOf = ({ label, within }: SearchableSetting) =>
    within === undefined ? translate(label) : `${translate(within)} ${translate(label)}`
  const inLabel = settings.filter((one) => hasAll(labelOf(one)))
  const inWords = settings.filter(
    (one) => !inLabel.includes(one) && hasAll(`${labelOf(one)} ${translate(one.words)}`),
  )
  return [...inLabel, ...inWords]
}
