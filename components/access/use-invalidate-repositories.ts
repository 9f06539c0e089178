import { useQueryClient } from "@tanstack/react-query";
import { repositoryList } from "@/lib/citations/contract";
import { queryKey } from "@/lib/doors/client";

export function useInvalidateRepositories() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKey(repositoryList) });
}
