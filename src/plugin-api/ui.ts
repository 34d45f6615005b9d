/** The components that plugins build their parts from, the hook for their translations, and the check of addresses. */
export { safeHref } from '../core/safe-href.ts'
export {
  Avatar,
  Button,
  Dialog,
  EmptyState,
  Icon,
  Markdown,
  Notice,
  Progress,
  RelativeTime,
  SegmentedControl,
  Select,
  SkeletonText,
  Tag,
  TextArea,
  TextField,
  useTranslation,
} from '../ui/index.ts'
