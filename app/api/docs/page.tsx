import { titled } from "@/app/messages";
import { ApiReference } from "@/components/api-docs/api-reference";

export const generateMetadata = titled("api");

export default function ApiPage() {
  return <ApiReference />;
}
