/** The components that plugins build their parts from, the hooks for their texts, and the check of addresses. */
export { compareNames } from '../core/compare-names.ts'
export { foldCase } from '../core/fold-case.ts'
export { safeHref } from '../core/safe-href.ts'
export { useFailure } from './use-failure.ts'
export {
  Avatar,
  Button,
  Checkbox,
  ConfirmDialog,
  Dialog,
  EmptyState,
  ErrorState,
  Icon,
  IconButton,
  Markdown,
  Notice,
  PasswordField,
  Progress,
  RelativeTime,
  RowButton,
  SearchField,
  SegmentedControl,
  Select,
  SkeletonText,
  Tag,
  TextArea,
  TextField,
  useCurrentMinute,
  useTranslation,
} from '../ui/index.ts'
