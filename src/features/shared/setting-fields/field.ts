/** A setting as data: what its field is, whichever store holds it. Pages of the core and panes of plugins are lists of these. */

/** What a field takes; with it the type of its value. */
export type SettingKind =
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly choices: readonly SettingChoice[] }
  /** One of several numbers, a slider within bounds, or a number that is typed. */
  | { readonly kind: 'number'; readonly choices: readonly number[] }
  | {
      readonly kind: 'number'
      readonly range: { readonly min: number; readonly max: number; readonly step?: number }
      /** After the number: ` px`. */
      readonly unit?: string
    }
  | { readonly kind: 'number' }
  /** `code`: in the font of code, over several lines. */
  | { readonly kind: 'text'; readonly code?: boolean }
  /** It can be replaced or removed, never read: only whether it is set is known. */
  | { readonly kind: 'secret'; readonly code?: boolean }

export type SettingChoice = { readonly value: string } & (
  | {
      /** Key of the translations, with the namespace `settings` by default. */
      readonly label: string
      /** Key of a remark in parentheses. */
      readonly note?: string
    }
  /** A name that is the same in each language. */
  | { readonly text: string }
)

export type SettingField = SettingKind & {
  readonly name: string
  /** `data-setting` of its control: `/settings/PAGE#ANCHOR` focuses it. */
  readonly anchor: string
  /** Key of the translations, with the namespace `settings` by default. */
  readonly label: string
  /** As `label`; plugins from elsewhere may have no text for it. */
  readonly hint: string
  /** A boolean setting; while it is off, this one has no effect, and no field. */
  readonly dependsOn?: string
  /** It has a field only while another setting has one of these values, or with `filled` any text. */
  readonly shownWhen?: ShownWhen
}
export type ShownWhen = { readonly setting: string; readonly is: readonly unknown[] | 'filled' }

export type SettingValues = Readonly<Record<string, unknown>>

/** Those that have an effect. */
export const visibleFields = <Field extends Pick<SettingField, 'dependsOn' | 'shownWhen'>>(
  fields: readonly Field[],
  values: SettingValues,
): readonly Field[] =>
  fields.filter(
    ({ dependsOn, shownWhen }) =>
      (dependsOn === undefined || values[dependsOn] === true) && (!shownWhen || isShown(shownWhen, values)),
  )

export const isShown = ({ setting, is }: ShownWhen, values: SettingValues): boolean =>
  is === 'filled' ? String(values[setting] ?? '').trim() !== '' : is.includes(values[setting])
